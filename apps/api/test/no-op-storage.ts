import type { PhotoStorage } from "../src/photos/storage.ts";

/** A storage for tests that stores nothing. */
export const noOpStorage: PhotoStorage = {
  write: async () => undefined,
  open: async () => undefined,
  remove: async () => undefined,
};
