import type { BreedPortrait, Colours, FrontShape, Markings } from "../breed-portrait.ts";
import { resolveColours } from "../breed-portrait.ts";
import type { CoatKind } from "../coat.ts";
import type { Pen } from "../svg.ts";

/** A dog as it sits for one front portrait. */
export type Sitter = {
  pen: Pen;
  portrait: BreedPortrait;
  shape: FrontShape;
  colours: Colours;
  markings: Markings;
  bodyCoat: CoatKind;
  /** The coat of markings: their edges are soft unless the coat is smooth. */
  patchCoat: CoatKind;
  turn: number;
  /** The side turned away from the viewer: 1 is the right of the picture. */
  farSide: Side;
};

export type Side = -1 | 1;
export const SIDES = [-1, 1] as const satisfies readonly Side[];

const USUAL_SHAPE: FrontShape = {
  skullHeight: 150,
  skullWidth: 138,
  cheekWidth: 158,
  cheekY: 40,
  jawWidth: 124,
  jawY: 128,
  muzzleWidth: 88,
  muzzleY: 168,
  muzzleBottom: 236,
  bridgeWidth: 46,
  noseWidth: 40,
  noseY: 132,
  eyeX: 70,
  eyeLength: 25,
  eyeHeight: 17,
  neckWidth: 165,
  shoulderWidth: 330,
};

export function seatDog(portrait: BreedPortrait, pen: Pen, turn: number): Sitter {
  return {
    pen,
    portrait,
    shape: { ...USUAL_SHAPE, ...portrait.front },
    colours: resolveColours(portrait),
    markings: portrait.markings ?? {},
    bodyCoat: portrait.bodyCoat ?? portrait.coat,
    patchCoat: portrait.coat === "smooth" ? "smooth" : "plush",
    turn,
    farSide: turn >= 0 ? 1 : -1,
  };
}
