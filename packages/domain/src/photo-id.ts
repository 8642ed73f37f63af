import { isCanonicalUuid } from "./uuid.ts";

// Apart from the other rules of photos, so that it stays out of the pages that only show them.
const PHOTO_URL = /^(?:https?:\/\/[^\s?#]+)?\/photos\/([^/]+)\/(?:320|800|1600)\.webp$/;

/** The id in a photo URL, with or without a base before it; undefined for any other text. */
export function findPhotoId(url: string): string | undefined {
  const id = PHOTO_URL.exec(url)?.[1];
  return id !== undefined && isCanonicalUuid(id) ? id : undefined;
}
