import type { BreedPortrait, Colors, Markings, ProfileShape } from "../breed-portrait.ts";
import { resolveColors } from "../breed-portrait.ts";
import type { CoatKind } from "../coat.ts";
import type { Pen } from "../svg.ts";

/** The subject of one profile portrait. */
export type Sitter = {
  pen: Pen;
  portrait: BreedPortrait;
  shape: ProfileShape;
  colors: Colors;
  markings: Markings;
  bodyCoat: CoatKind;
  /** The coat at the edges of markings, which are soft unless the coat is smooth. */
  patchCoat: CoatKind;
};

/** Distance from the eye to the back of the skull, in pixels. */
export const SKULL_LENGTH = 150;
/** Where the nape meets the skull. */
export const NAPE_X = -SKULL_LENGTH - 20;

const DEFAULT_SHAPE: ProfileShape = {
  muzzleLength: 190,
  mouthY: 62,
  stop: 26,
  skullHeight: 92,
  jawY: 128,
  lip: 0,
};

export function createSitter(portrait: BreedPortrait, pen: Pen): Sitter {
  return {
    pen,
    portrait,
    shape: { ...DEFAULT_SHAPE, ...portrait.profile },
    colors: resolveColors(portrait),
    markings: portrait.markings ?? {},
    bodyCoat: portrait.bodyCoat ?? portrait.coat,
    patchCoat: portrait.coat === "smooth" ? "smooth" : "plush",
  };
}
