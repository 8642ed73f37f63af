import { BREEDS } from "@studbook/domain/breeds";
import { ASPECTS } from "./portraits/aspects.ts";
import { isPortraitJob, type PortraitJob } from "./portraits/portrait-job.ts";

const PREFIX = "de3";

/**
 * Returns a photo ID, a version 8 UUID that encodes the portrait. That way any process can draw the photo on its
 * first request.
 */
export function demoPhotoId(adId: string, { breed, take, variant, aspect }: PortraitJob): string {
  const look = `${hex(take, 1)}${hex(variant, 1)}`;
  const portrait = `${hex(ASPECTS.indexOf(aspect), 1)}${hex(BREEDS.indexOf(breed), 2)}${look}`;
  return `${PREFIX}${portrait}${adId.slice(8, 14)}8${adId.slice(15)}`;
}

/** Returns undefined if it is not the ID of a demo photo. */
export function findPortrait(photoId: string): PortraitJob | undefined {
  const [, ...parts] = /^de3(.)(..)(.)(.)-....-8/.exec(photoId) ?? [];
  const [aspect = -1, breed = -1, take, variant] = parts.map((part) => Number.parseInt(part, 16));
  const job = { breed: BREEDS[breed], take, variant, aspect: ASPECTS[aspect] };
  return isPortraitJob(job) ? job : undefined;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
