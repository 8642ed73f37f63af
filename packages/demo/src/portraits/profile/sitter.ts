import type { BreedPortrait, Colours, Markings, ProfileShape } from "../breed-portrait.ts";
import { resolveColours } from "../breed-portrait.ts";
import type { CoatKind } from "../coat.ts";
import type { Pen } from "../svg.ts";

/** A dog as it sits for one portrait from the side. */
export type Sitter = {
  pen: Pen;
  portrait: BreedPortrait;
  shape: ProfileShape;
  colours: Colours;
  markings: Markings;
  bodyCoat: CoatKind;
  /** The coat of markings: their edges are soft unless the coat is smooth. */
  patchCoat: CoatKind;
};

/** How far the back of the skull lies behind the eye, in pixels. */
export const SKULL_LENGTH = 150;
/** Where the nape meets the skull. */
export const NAPE_X = -SKULL_LENGTH - 20;

const USUAL_SHAPE: ProfileShape = {
  muzzleLength: 190,
  mouthY: 62,
  stop: 26,
  skullHeight: 92,
  jawY: 128,
  lip: 0,
};

export function seatDog(portrait: BreedPortrait, pen: Pen): Sitter {
  return {
    pen,
    portrait,
    shape: { ...USUAL_SHAPE, ...portrait.profile },
    colours: resolveColours(portrait),
    markings: portrait.markings ?? {},
    bodyCoat: portrait.bodyCoat ?? portrait.coat,
    patchCoat: portrait.coat === "smooth" ? "smooth" : "plush",
  };
}
