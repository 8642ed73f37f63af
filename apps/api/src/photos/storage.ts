import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { PhotoWidth } from "@studbook/domain/photos";

/**
 * Where photo files are kept. A key is that of one file, `{photoId}/800.webp`; it is written once and
 * never changes.
 */
export type PhotoStorage = {
  /** Durable once it resolves; a reader sees the whole file or none. Rejects when the key is taken. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  open(key: string): Promise<StoredPhoto | undefined>;
  /**
   * Makes private what earlier versions stored as `public, immutable`. A storage without it keeps no such mark.
   * Does nothing for files that are not there.
   */
  makePrivate?(photoId: string): Promise<void>;
  /** Removes the files of a photo, if any, and what an interrupted write left of them. */
  remove(photoId: string): Promise<void>;
};

/** A file as it is handed out: whole when it is small, otherwise read while it is sent. */
export type StoredPhoto = { body: Buffer | Readable; bytes: number };

export function photoKey(photoId: string, width: PhotoWidth): string {
  return `${photoId}/${width}.webp`;
}

/** The whole file; undefined when there is no such file. */
export async function readPhoto(storage: PhotoStorage, key: string): Promise<Buffer | undefined> {
  const found = await storage.open(key);
  if (!found) return undefined;
  return Buffer.isBuffer(found.body) ? found.body : await buffer(found.body);
}
