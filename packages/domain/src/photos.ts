/** The widths in pixels in which every photo is stored. */
export const PHOTO_WIDTHS = [320, 800, 1600] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

export const MAX_PHOTOS_PER_AD = 3;

/** 5 MiB for each uploaded file. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** 50 megapixels, counted before a photo is scaled down. */
export const MAX_PHOTO_PIXELS = 50_000_000;

const LAST_WIDTH = /\/\d+\.webp$/;

export function isPhotoWidth(value: unknown): value is PhotoWidth {
  return PHOTO_WIDTHS.some((width) => width === value);
}

/** The root-relative path of a photo in one width. */
export function photoPath(id: string, width: PhotoWidth): string {
  return `/photos/${id}/${width}.webp`;
}

/** Returns the URL of the same photo in another width, with its base if it has one. Returns any other text unchanged. */
export function photoAtWidth(url: string, width: PhotoWidth): string {
  return url.replace(LAST_WIDTH, `/${width}.webp`);
}
