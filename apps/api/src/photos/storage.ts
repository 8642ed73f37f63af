import type { Readable } from "node:stream";

/**
 * Where photo files are kept. Keys are relative paths such as `{photoId}/800.webp`; a key is written
 * once and never changes.
 */
export type PhotoStorage = {
  /** Durable once it resolves; a reader sees the whole file or none. */
  write(key: string, data: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  open(key: string): Promise<StoredPhoto | undefined>;
  remove(key: string): Promise<void>;
};

export type StoredPhoto = { stream: Readable; bytes: number };
