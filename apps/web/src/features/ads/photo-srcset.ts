import { PHOTO_WIDTHS, photoAtWidth } from "@studbook/domain/photos";

/** Returns the attributes that let the browser pick one of a photo's widths. `sizes` is its displayed width. */
export function photoSources(url: string | undefined, sizes: string) {
  if (url === undefined) return {};
  return {
    src: photoAtWidth(url, 800),
    srcSet: PHOTO_WIDTHS.map((width) => `${photoAtWidth(url, width)} ${width}w`).join(", "),
    sizes,
    width: 1600,
    height: 1200,
  };
}
