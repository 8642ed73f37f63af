import { PHOTO_WIDTHS } from "./photos.ts";
import { isCanonicalUuid } from "./uuid.ts";

// In its own file so that pages that only show photos do not download it.
const PHOTO_URL = new RegExp(
  String.raw`^(?:https?://[^\s?#]+)?/photos/([^/]+)/(?:${PHOTO_WIDTHS.join("|")})\.webp$`,
);

/** Returns the ID in a photo URL, with or without an origin; undefined for any other text. */
export function findPhotoId(url: string): string | undefined {
  const id = PHOTO_URL.exec(url)?.[1];
  return id !== undefined && isCanonicalUuid(id) ? id : undefined;
}
