import { type Breed, isBreed } from "@studbook/domain/breeds";
import { isPhotoWidth, type PhotoWidth } from "@studbook/domain/photos";
import { ASPECTS, type Aspect } from "./aspects.ts";
import { countVariants, TAKES, type Take } from "./draw-portrait.ts";

/** The arguments of `drawPortrait`. */
export type PortraitJob = { breed: Breed; take: Take; variant: number; aspect: Aspect };

/** The picture in one of the widths of stored photos. */
export type PortraitFile = { width: PhotoWidth; data: Uint8Array };

export function isPortraitJob(value: unknown): value is PortraitJob {
  if (typeof value !== "object" || value === null) return false;
  return (
    "breed" in value &&
    isBreed(value.breed) &&
    "take" in value &&
    TAKES.some((take) => take === value.take) &&
    "variant" in value &&
    isVariant(value.breed, value.variant) &&
    "aspect" in value &&
    ASPECTS.some((aspect) => aspect === value.aspect)
  );
}

export function isPortraitFile(value: unknown): value is PortraitFile {
  if (typeof value !== "object" || value === null) return false;
  if (!("width" in value && "data" in value)) return false;
  return isPhotoWidth(value.width) && value.data instanceof Uint8Array;
}

function isVariant(breed: Breed, variant: unknown): boolean {
  return (
    Number.isInteger(variant) && Number(variant) >= 0 && Number(variant) < countVariants(breed)
  );
}
