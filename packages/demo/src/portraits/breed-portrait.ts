import type { BackgroundKind } from "./background.ts";
import type { CoatKind } from "./coat.ts";
import { type Color, lighten, shade } from "./color.ts";
import type { SceneName } from "./scenes.ts";

export type EarKind = "prick" | "bat" | "butterfly" | "semi" | "drop" | "long" | "button" | "rose";

/** The head from the front, in pixels from the point between the eyes. Widths and lengths are half the total. */
export type FrontShape = {
  skullHeight: number;
  skullWidth: number;
  cheekWidth: number;
  cheekY: number;
  jawWidth: number;
  jawY: number;
  muzzleWidth: number;
  muzzleY: number;
  muzzleBottom: number;
  bridgeWidth: number;
  noseWidth: number;
  noseY: number;
  eyeX: number;
  eyeLength: number;
  eyeHeight: number;
  neckWidth: number;
  shoulderWidth: number;
};

/** The head from the side, in pixels from the eye, with the muzzle to the right. */
export type ProfileShape = {
  muzzleLength: number;
  /** Where the mouth starts, below the eye. */
  mouthY: number;
  stop: number;
  skullHeight: number;
  jawY: number;
  /** How far the flews hang down. */
  lip: number;
};

export type Colors = {
  coat: Color;
  muzzle: Color;
  ear: Color;
  body: Color;
  nose: Color;
  iris: Color;
  collar: Color;
  chest?: Color;
  beard?: Color;
  innerEar?: Color;
  /** The color of topknot and fringe. */
  hair?: Color;
  /** The dog's left eye, if it has another color. */
  leftIris?: Color;
};

export type Markings = {
  cap?: Color;
  /** How far down the cap extends next to the eyes. */
  capY?: number;
  face?: Color;
  mask?: Color;
  maskOpacity?: number;
  blaze?: Color;
  blazeWidth?: number;
  brow?: Color;
  saddle?: Color;
  spots?: Color;
  ticks?: Color;
  merle?: Color;
  brindle?: Color;
  eyePatch?: Color;
  /** Moves the eye patch from the left of the picture to the right. */
  eyePatchOnRight?: true;
  /** Depth of the folds on brow and cheeks, from 0 to 1. */
  wrinkles?: number;
};

export type BreedPortrait = {
  seed: number;
  coat: CoatKind;
  bodyCoat?: CoatKind;
  earCoat?: CoatKind;
  ears: EarKind;
  earSize?: number;
  topknot?: CoatKind;
  /** Where the hair over the forehead ends, in pixels below the eyes (negative above them). */
  fringe?: number;
  /** Length of the beard. */
  beard?: number;
  brows?: true;
  noCollar?: true;
  front: Partial<FrontShape>;
  profile: Partial<ProfileShape>;
  colors: Partial<Colors> & Pick<Colors, "coat">;
  markings?: Markings;
  scene: SceneName;
  background: BackgroundKind;
  /** How far the head is turned, in pixels at the nose. Negative means to the viewer's left. */
  turn?: number;
  zoom?: number;
  y?: number;
};

export function resolveColors({ colors }: BreedPortrait): Colors {
  return {
    muzzle: lighten(colors.coat, 0.12),
    ear: shade(colors.coat, 0.16),
    body: colors.coat,
    nose: "#221a17",
    iris: "#5a3416",
    collar: "#7a3d22",
    ...colors,
  };
}
