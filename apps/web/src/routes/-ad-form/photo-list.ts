import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";

/** The state of a photo in the form. `fraction` is from 0 to 1. */
type PhotoState =
  | { readonly kind: "uploading"; readonly fraction: number }
  | { readonly kind: "failed"; readonly sentence: string }
  | { readonly kind: "uploaded"; readonly url: string };

export type ListedPhoto = {
  readonly key: number;
  readonly state: PhotoState;
  /** The URL of a small version, once there is one. */
  readonly preview?: string | undefined;
  /** Absent for photos that the ad already has. */
  readonly file?: File | undefined;
  /** The name of the file that the user chose. */
  readonly fileName?: string | undefined;
  /** The URL of the photo of another ad that this one is copied from. */
  readonly copyOf?: string | undefined;
  /** What was done to the file before it was sent. */
  readonly note?: string | undefined;
};

export type PhotoList = readonly ListedPhoto[];

/** Returns the photos that fit, and whether there are more (specification, section 5). */
export function takeFitting<T>(list: PhotoList, picked: readonly T[]) {
  const free = Math.max(0, MAX_PHOTOS_PER_AD - list.length);
  return { taken: picked.slice(0, free), isTooMany: picked.length > free };
}

/** Moves one photo to another index, which is clamped to the list. */
export function movePhoto(list: PhotoList, key: number, to: number): PhotoList {
  const photo = list.find((one) => one.key === key);
  if (!photo) return list;
  const others = list.filter((one) => one.key !== key);
  const place = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, place), photo, ...others.slice(place)];
}

export function removePhoto(list: PhotoList, key: number): PhotoList {
  return list.filter((photo) => photo.key !== key);
}

/** Changes some fields of one photo. A photo that was removed is not added again. */
export function changePhoto(
  list: PhotoList,
  key: number,
  fields: Partial<Omit<ListedPhoto, "key">>,
): PhotoList {
  return list.map((photo) => (photo.key === key ? { ...photo, ...fields } : photo));
}

/** Returns what identifies the photos that are uploaded or copied: a copy is the same as its original. */
export function listOriginals(list: PhotoList): string[] {
  return list.flatMap(({ copyOf, state }) =>
    copyOf !== undefined ? [copyOf] : state.kind === "uploaded" ? [state.url] : [],
  );
}

export function listUrls(list: PhotoList): string[] {
  return list.flatMap(({ state }) => (state.kind === "uploaded" ? [state.url] : []));
}

export function countUploading(list: PhotoList): number {
  return list.filter(({ state }) => state.kind === "uploading").length;
}

/** Returns why a form with these photos cannot be sent, or undefined if it can. */
export function findPhotosProblem(list: PhotoList): string | undefined {
  if (list.length === 0) return "Add at least one photo";
  if (!list.some(({ state }) => state.kind === "failed")) return undefined;
  return "A photo could not be uploaded. Try again or remove it.";
}
