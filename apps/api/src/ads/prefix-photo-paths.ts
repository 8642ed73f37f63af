import { findPhotoId } from "@studbook/domain/photo-id";
import { isSamplePhoto } from "@studbook/domain/samples";
import type { Ad } from "@studbook/domain/schemas/ad";

/**
 * Prefixes the ad's photo paths with `base`, the configured CDN origin; '' leaves them unchanged. Use it only in
 * responses to the public: the CDN cannot serve photos of hidden ads, which owners and admins can see. Sample photos ship
 * with the server and keep their paths.
 */
export function prefixPhotoPaths(ad: Ad, base: string): Ad {
  if (base === "") return ad;
  return { ...ad, images: ad.images.map((path) => prefixPhotoPath(path, base)) };
}

/** The same for one photo path. */
export function prefixPhotoPath(path: string, base: string): string {
  return base === "" || isSamplePhoto(findPhotoId(path) ?? "") ? path : base + path;
}
