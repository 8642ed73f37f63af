import { findPhotoId } from "@studbook/domain/photo-id";
import { isSamplePhoto } from "@studbook/domain/samples";
import type { Ad } from "@studbook/domain/schemas/ad";

/**
 * Prefixes the photo paths of a public ad with the configured base URL, an origin or '' for none. Use it only for the
 * public: a CDN cannot tell who requests a photo, so it does not have the photos of hidden ads, which owners and admins
 * see. The photos of sample ads are part of the server and keep their paths.
 */
export function withPhotoBaseUrl(ad: Ad, base: string): Ad {
  if (base === "") return ad;
  const images = ad.images.map((path) =>
    isSamplePhoto(findPhotoId(path) ?? "") ? path : base + path,
  );
  return { ...ad, images };
}
