import { type Breed, isBreed } from "@studbook/domain/breeds";
import { TAKES, type Take } from "./draw-portrait.ts";

/** One picture to draw: arguments of `drawPortrait`. */
export type PortraitJob = { breed: Breed; take: Take; variant: number };

/** The same text for the same picture. */
export function portraitKey({ breed, take, variant }: PortraitJob): string {
  return `${breed}/${take}/${variant}`;
}

export function isPortraitJob(value: unknown): value is PortraitJob {
  if (typeof value !== "object" || value === null) return false;
  return (
    "breed" in value &&
    isBreed(value.breed) &&
    "take" in value &&
    TAKES.some((take) => take === value.take) &&
    "variant" in value &&
    Number.isInteger(value.variant)
  );
}
