import type { Ad } from "@studbook/domain/ad";
import { findPhotoId } from "@studbook/domain/photo-id";
import { isSamplePhoto } from "@studbook/domain/samples";

/**
 * Puts the configured base (an origin, or '' for none) before an ad's root-relative photo paths. The
 * photos of the sample ads ship with the server and are nowhere else.
 */
export function withPhotoBase(ad: Ad, base: string): Ad {
  if (base === "") return ad;
  const images = ad.images.map((path) =>
    isSamplePhoto(findPhotoId(path) ?? "") ? path : base + path,
  );
  return { ...ad, images };
}
