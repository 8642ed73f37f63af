import { findPhotoId } from "@studbook/domain/photo-id";
import { isSamplePhoto } from "@studbook/domain/samples";
import type { Ad } from "@studbook/domain/schemas/ad";

/**
 * Puts the configured base (an origin, or '' for none) before the root-relative photo paths of an ad that everyone
 * may see. Owners and admins get the paths as they are: a CDN does not know who asks, and a hidden ad's photos
 * would be missing there. Those of the sample ads ship with the server.
 */
export function withPhotoBase(ad: Ad, base: string): Ad {
  if (base === "") return ad;
  const images = ad.images.map((path) =>
    isSamplePhoto(findPhotoId(path) ?? "") ? path : base + path,
  );
  return { ...ad, images };
}
