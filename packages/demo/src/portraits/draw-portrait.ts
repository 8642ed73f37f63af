import type { Breed } from "@studbook/domain/breeds";
import type { Aspect } from "./aspects.ts";
import type { BackgroundKind } from "./background.ts";
import type { BreedPortrait } from "./breed-portrait.ts";
import { PORTRAITS } from "./breeds/portraits.ts";
import { COAT_VARIANTS } from "./breeds/variants.ts";
import {
  DEFAULT_TURN,
  DEFAULT_Y,
  DEFAULT_ZOOM,
  drawFrontPortrait,
} from "./front/front-portrait.ts";
import { drawProfilePortrait } from "./profile/profile-portrait.ts";
import { SCENE_NAMES } from "./scenes.ts";

/** 1: front. 2: profile. 3: closer front view with a tilted head. */
export type Take = 1 | 2 | 3;
export const TAKES = [1, 2, 3] as const satisfies readonly Take[];

const PROFILE_BACKGROUNDS = [
  "pines",
  "lake",
  "peaks",
  "hills",
  "field",
] as const satisfies readonly BackgroundKind[];

type Look = {
  /** 0 is the breed's usual look, others have other colors (see `countVariants`). */
  variant?: number;
  aspect?: Aspect;
};

/**
 * Draws a breed. Returns an SVG document that depends only on the arguments. Its size is `sizeOf(aspect)`.
 *
 * @throws RangeError if the breed does not have the variant
 */
export function drawPortrait(
  breed: Breed,
  take: Take,
  { variant = 0, aspect = "4:3" }: Look = {},
): string {
  const portrait = getPortrait(breed, variant);
  const { seed } = portrait;
  if (take === 1) return drawFrontPortrait(portrait, aspect);
  if (take === 2) {
    return drawProfilePortrait(portrait, aspect, {
      scene: pick(SCENE_NAMES, seed * 3 + 1),
      background: pick(PROFILE_BACKGROUNDS, seed),
      facesLeft: seed % 2 === 1,
    });
  }
  return drawFrontPortrait(portrait, aspect, {
    take: 2,
    turn: (portrait.turn ?? DEFAULT_TURN) * -1.3,
    tilt: seed % 2 === 1 ? 7 : -7,
    zoom: (portrait.zoom ?? DEFAULT_ZOOM) * 1.18,
    y: (portrait.y ?? DEFAULT_Y) + 34,
    scene: pick(SCENE_NAMES, seed * 5 + 3),
    background: "hills",
  });
}

/** Returns the number of color variants of a breed, at least 1. */
export function countVariants(breed: Breed): number {
  return 1 + (COAT_VARIANTS[breed]?.length ?? 0);
}

function getPortrait(breed: Breed, variant: number): BreedPortrait {
  const usual = PORTRAITS[breed];
  if (variant === 0) return usual;
  const other = COAT_VARIANTS[breed]?.[variant - 1];
  if (!other) throw new RangeError(`${breed} has no variant ${variant}`);
  return {
    ...usual,
    ...other,
    colors: { ...usual.colors, ...other.colors },
    markings: other.markings ?? usual.markings ?? {},
  };
}

function pick<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0];
}
