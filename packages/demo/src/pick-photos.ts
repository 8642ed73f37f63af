import type { Breed } from "@studbook/domain/breeds";
import type { Chance } from "./chance.ts";
import type { Aspect } from "./portraits/aspects.ts";
import { countVariants, type Take } from "./portraits/draw-portrait.ts";
import type { PortraitJob } from "./portraits/portrait-job.ts";

const GALLERIES: readonly (readonly Take[])[] = [
  [1],
  [3],
  [1, 2],
  [3, 2],
  [2, 1],
  [1, 2, 3],
  [1, 3, 2],
  [3, 1, 2],
];

/** Common proportions of photos more than once. */
const COMMON_ASPECTS: readonly Aspect[] = [
  "4:3",
  "4:3",
  "4:3",
  "4:3",
  "3:4",
  "3:4",
  "3:4",
  "3:2",
  "3:2",
  "1:1",
  "1:1",
  "16:9",
  "16:9",
  "5:2",
];

/** Picks the photos of a dog: what they show, and their proportions. */
export function pickPhotos(
  breed: Breed,
  { shown, proportions }: { shown: Chance; proportions: Chance },
): PortraitJob[] {
  const variant = shown.integer(0, countVariants(breed) - 1);
  return shown
    .pick(GALLERIES)
    .map((take) => ({ breed, take, variant, aspect: proportions.pick(COMMON_ASPECTS) }));
}
