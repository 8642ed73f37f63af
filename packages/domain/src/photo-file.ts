// In its own file so that pages that only show photos do not download it.

/** The maximum size of an uploaded file in MiB, which messages call MB. */
export const MAX_PHOTO_MEGABYTES = 5;
export const MAX_PHOTO_BYTES = MAX_PHOTO_MEGABYTES * 1024 * 1024;

/** The maximum size of an uploaded photo before it is scaled down. */
export const MAX_PHOTO_MEGAPIXELS = 50;
export const MAX_PHOTO_PIXELS = MAX_PHOTO_MEGAPIXELS * 1_000_000;

/** Returns a sentence for a file that is larger than `MAX_PHOTO_BYTES`. */
export function describeLargeFile(name: string): string {
  return `${name} is larger than ${MAX_PHOTO_MEGABYTES} MB.`;
}

/** Returns a sentence for a file that is not a photo that Studbook accepts. */
export function describeBrokenFile(name: string): string {
  return `${name} is not a JPG or PNG image, or it is damaged.`;
}
