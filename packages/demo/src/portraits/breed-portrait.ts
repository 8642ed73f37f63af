import type { BackgroundKind } from "./background.ts";
import type { CoatKind } from "./coat.ts";
import { type Colour, lighten, shade } from "./colour.ts";
import type { SceneName } from "./scenes.ts";

export type EarKind = "prick" | "bat" | "butterfly" | "semi" | "drop" | "long" | "button" | "rose";

/** The head from the front: pixels from the point between the eyes. Widths and lengths are halves. */
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

/** The head from the side: pixels from the eye, the muzzle to the right. */
export type ProfileShape = {
  muzzleLength: number;
  /** Where the mouth begins, below the eye. */
  mouthY: number;
  stop: number;
  skullHeight: number;
  jawY: number;
  /** How far the flews hang. */
  lip: number;
};

export type Colours = {
  coat: Colour;
  muzzle: Colour;
  ear: Colour;
  body: Colour;
  nose: Colour;
  iris: Colour;
  collar: Colour;
  chest?: Colour;
  beard?: Colour;
  innerEar?: Colour;
  /** Of topknot and fringe. */
  hair?: Colour;
  /** The dog's left eye, where it differs. */
  leftIris?: Colour;
};

export type Markings = {
  cap?: Colour;
  /** How far down the cap reaches beside the eyes. */
  capY?: number;
  face?: Colour;
  mask?: Colour;
  maskOpacity?: number;
  blaze?: Colour;
  blazeWidth?: number;
  brow?: Colour;
  saddle?: Colour;
  spots?: Colour;
  ticks?: Colour;
  merle?: Colour;
  brindle?: Colour;
  eyePatch?: Colour;
  /** On the right of the picture instead of the left. */
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
  /** How far hair falls over the forehead: pixels below the eyes, negative above them. */
  fringe?: number;
  /** Length of the beard. */
  beard?: number;
  brows?: true;
  noCollar?: true;
  front: Partial<FrontShape>;
  profile: Partial<ProfileShape>;
  colours: Partial<Colours> & Pick<Colours, "coat">;
  markings?: Markings;
  scene: SceneName;
  background: BackgroundKind;
  /** How far the head turns, in pixels at the nose; negative is to the viewer's left. */
  turn?: number;
  zoom?: number;
  y?: number;
};

export function resolveColours({ colours }: BreedPortrait): Colours {
  return {
    muzzle: lighten(colours.coat, 0.12),
    ear: shade(colours.coat, 0.16),
    body: colours.coat,
    nose: "#221a17",
    iris: "#5a3416",
    collar: "#7a3d22",
    ...colours,
  };
}
