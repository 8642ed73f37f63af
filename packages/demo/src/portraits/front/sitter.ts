import type { BreedPortrait, Colors, FrontShape, Markings } from "../breed-portrait.ts";
import { resolveColors } from "../breed-portrait.ts";
import type { CoatKind } from "../coat.ts";
import type { Pen } from "../svg.ts";

/** The subject of one front portrait. */
export type Sitter = {
  pen: Pen;
  portrait: BreedPortrait;
  shape: FrontShape;
  colors: Colors;
  markings: Markings;
  bodyCoat: CoatKind;
  /** The coat at the edges of markings, which are soft unless the coat is smooth. */
  patchCoat: CoatKind;
  turn: number;
  /** The side that is turned away from the viewer. 1 is the right of the picture. */
  farSide: Side;
};

export type Side = -1 | 1;
export const SIDES = [-1, 1] as const satisfies readonly Side[];

const DEFAULT_SHAPE: FrontShape = {
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

export function createSitter(portrait: BreedPortrait, pen: Pen, turn: number): Sitter {
  return {
    pen,
    portrait,
    shape: { ...DEFAULT_SHAPE, ...portrait.front },
    colors: resolveColors(portrait),
    markings: portrait.markings ?? {},
    bodyCoat: portrait.bodyCoat ?? portrait.coat,
    patchCoat: portrait.coat === "smooth" ? "smooth" : "plush",
    turn,
    farSide: turn >= 0 ? 1 : -1,
  };
}
