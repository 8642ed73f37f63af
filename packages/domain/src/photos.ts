/** The widths in pixels at which every photo is stored. */
export const PHOTO_WIDTHS = [320, 800, 1600] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

export const MAX_PHOTOS_PER_AD = 3;

const LAST_WIDTH = /\/\d+\.webp$/;

export function isPhotoWidth(value: unknown): value is PhotoWidth {
  return PHOTO_WIDTHS.some((width) => width === value);
}

/** Returns the root-relative path of a photo at a width. */
export function photoPath(id: string, width: PhotoWidth): string {
  return `/photos/${id}/${width}.webp`;
}

/** Returns the URL of the same photo at another width. Keeps the origin, and returns any other text unchanged. */
export function photoAtWidth(url: string, width: PhotoWidth): string {
  return url.replace(LAST_WIDTH, `/${width}.webp`);
}
