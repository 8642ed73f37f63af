import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { PhotoWidth } from "@studbook/domain/photos";

/** Stores photo files. A key names one file, `{photoId}/800.webp`, which is written once and never changes. */
export type PhotoStorage = {
  /**
   * The file is durable once this resolves; readers see all of it or nothing. Throws if the key exists. After another
   * error the file may exist.
   */
  write(key: string, data: Uint8Array): Promise<void>;
  /**
   * Returns undefined if the file does not exist. `limitMs` is how long a disk may take; a bucket has limits of its
   * own.
   */
  open(key: string, limitMs?: number): Promise<StoredPhoto | undefined>;
  /**
   * Makes files private that earlier versions stored as `public, immutable`. Ignores missing files. A storage without
   * Cache-Control metadata does not implement it.
   */
  makePrivate?(photoId: string): Promise<void>;
  /** Removes the files of a photo, if any. */
  remove(photoId: string): Promise<void>;
};

/** A file to send: its content if it is small, otherwise a stream. */
export type StoredPhoto = { body: Buffer | Readable; bytes: number };

export function photoKey(photoId: string, width: PhotoWidth): string {
  return `${photoId}/${width}.webp`;
}

/** Reads the whole file. Returns undefined if it does not exist. */
export async function readPhoto(storage: PhotoStorage, key: string): Promise<Buffer | undefined> {
  const photo = await storage.open(key);
  if (!photo) return undefined;
  return Buffer.isBuffer(photo.body) ? photo.body : await buffer(photo.body);
}
