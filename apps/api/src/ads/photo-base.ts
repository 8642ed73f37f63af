import type { Ad } from "@studbook/domain/ad";

/** Puts the configured base (an origin, or '' for none) before an ad's root-relative photo paths. */
export function withPhotoBase(ad: Ad, base: string): Ad {
  if (base === "") return ad;
  return { ...ad, images: ad.images.map((path) => base + path) };
}
