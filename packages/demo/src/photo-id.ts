import { BREEDS } from "@studbook/domain/breeds";
import { isPortraitJob, type PortraitJob } from "./portraits/portrait-job.ts";

const MARK = "de30";

/**
 * The id of a demo ad's photo, a UUID of version 8. It says which portrait the photo shows, so that any process
 * can draw it whenever it is first asked for.
 */
export function demoPhotoId(adId: string, { breed, take, variant }: PortraitJob): string {
  const portrait = `${hex(BREEDS.indexOf(breed), 2)}${hex(take, 1)}${hex(variant, 1)}`;
  return `${MARK}${portrait}${adId.slice(8, 14)}8${adId.slice(15)}`;
}

/** The portrait that a photo shows; undefined for an id that is not of the demo's making. */
export function findPortrait(photoId: string): PortraitJob | undefined {
  const [, ...parts] = /^de30(..)(.)(.)-....-8/.exec(photoId) ?? [];
  const [breed = -1, take, variant] = parts.map((part) => Number.parseInt(part, 16));
  const job = { breed: BREEDS[breed], take, variant };
  return isPortraitJob(job) ? job : undefined;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
