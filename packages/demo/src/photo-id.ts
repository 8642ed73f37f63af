import { BREEDS } from "@studbook/domain/breeds";
import { isPortraitJob, type PortraitJob } from "./portraits/portrait-job.ts";

const PREFIX = "de30";

/**
 * Returns a photo ID, a version 8 UUID that encodes the portrait. That way any process can draw the photo on its
 * first request.
 */
export function demoPhotoId(adId: string, { breed, take, variant }: PortraitJob): string {
  const portrait = `${hex(BREEDS.indexOf(breed), 2)}${hex(take, 1)}${hex(variant, 1)}`;
  return `${PREFIX}${portrait}${adId.slice(8, 14)}8${adId.slice(15)}`;
}

/** Returns undefined if it is not the ID of a demo photo. */
export function findPortrait(photoId: string): PortraitJob | undefined {
  const [, ...parts] = /^de30(..)(.)(.)-....-8/.exec(photoId) ?? [];
  const [breed = -1, take, variant] = parts.map((part) => Number.parseInt(part, 16));
  const job = { breed: BREEDS[breed], take, variant };
  return isPortraitJob(job) ? job : undefined;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
