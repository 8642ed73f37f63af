// Apart from the other rules of photos, so that it stays out of the pages that only show them.
const PHOTO_URL =
  /^(?:https?:\/\/[^\s?#]+)?\/photos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:320|800|1600)\.webp$/;

/** The id in a photo URL, with or without a base before it; undefined for any other text. */
export function findPhotoId(url: string): string | undefined {
  return PHOTO_URL.exec(url)?.[1];
}
