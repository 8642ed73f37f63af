import type { PhotoStorage } from "./storage.ts";

/** A storage for tests that keeps nothing. */
export const noPhotos: PhotoStorage = {
  write: async () => undefined,
  open: async () => undefined,
  remove: async () => undefined,
};
