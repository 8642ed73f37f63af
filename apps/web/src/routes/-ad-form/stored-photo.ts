import { findPhotoId } from "@studbook/domain/photo-id";
import { photoPath } from "@studbook/domain/photos";

/** Returns a stored photo as a file, at its full size. Throws if it cannot be fetched. */
export async function fetchPhoto(url: string): Promise<File> {
  const response = await fetch(sameOriginPath(url, 1600));
  if (!response.ok) throw new Error(`The photo was not sent: ${response.status}`);
  const blob = await response.blob();
  return new File([blob], "photo.webp", { type: blob.type });
}

/** Whether a photo is no longer stored. Returns false if that is unknown, for example offline. */
export async function isPhotoGone(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(sameOriginPath(url, 320), { method: "HEAD" });
    return status === 404;
  } catch {
    return false;
  }
}

/** The content security policy allows no requests to a CDN, which has no photos that are not public. */
function sameOriginPath(url: string, width: 320 | 1600): string {
  const id = findPhotoId(url);
  return id === undefined ? url : photoPath(id, width);
}
