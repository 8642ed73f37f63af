import type { Readable } from "node:stream";
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

export type StoredPhoto = { stream: Readable; bytes: number };

export function photoKey(photoId: string, width: PhotoWidth): string {
  return `${photoId}/${width}.webp`;
}
