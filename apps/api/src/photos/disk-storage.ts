import { randomUUID } from "node:crypto";
import { access, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { isMissing, withPath } from "../file-errors.ts";
import { diskReads, diskWrites } from "./disk-gates.ts";
import type { PhotoStorage, StoredPhoto } from "./storage.ts";
import { waitForStorage } from "./storage-errors.ts";

/** Smaller files, as most photos are, are read in one call; a stream would take twice as many. */
const CHUNK_BYTES = 64 * 1024;

/** Returns the folder of the files that are being written to the storage in `root`. */
export function partialFolder(root: string): string {
  return join(root, "partial");
}

/**
 * Stores photos as files in a folder. Each is written to `partialFolder`, synced, then renamed. That folder is on the
 * same file system, and the files that a crash leaves there can be found without listing all photos.
 */
export function createDiskStorage(root: string): PhotoStorage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    write: (key, data) => diskWrites.run(() => writeFile(root, pathOf(key), data)),
    open: (key, limitMs) => openFile(pathOf(key), limitMs),
    remove: (photoId) =>
      diskWrites.run(() => rm(pathOf(photoId), { recursive: true, force: true })),
  };
}

async function writeFile(root: string, path: string, data: Uint8Array): Promise<void> {
  if (await exists(path)) throw new Error(`The file ${path} already exists`);
  const partial = join(partialFolder(root), `${randomUUID()}.part`);
  const folder = dirname(path);
  try {
    await mkdir(dirname(partial), { recursive: true });
    await writeSynced(partial, data);
    const created = await mkdir(folder, { recursive: true });
    await rename(partial, path);
    await syncFolders(folder, created ? dirname(created) : folder);
  } catch (error) {
    // If this fails too, as on a file system that has become read-only, the hourly job deletes the file.
    await rm(partial, { force: true }).catch(() => undefined);
    throw withPath(error, path);
  }
}

/**
 * Opens a file for reading. Returns undefined if it does not exist.
 *
 * @throws the system's error, or DomainError if opening takes longer than `limitMs`
 */
export async function openFile(path: string, limitMs?: number): Promise<StoredPhoto | undefined> {
  const opening = diskReads.run(() => readOrStream(path));
  return limitMs === undefined ? opening : waitForStorage(opening, limitMs, discard);
}

async function readOrStream(path: string): Promise<StoredPhoto | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const start = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await file.read(start, 0, CHUNK_BYTES, 0);
    if (bytesRead < CHUNK_BYTES) return { body: start.subarray(0, bytesRead), bytes: bytesRead };
    const { size } = await file.stat();
    const body = streamFile(file, start, size);
    file = undefined;
    return { body, bytes: size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw withPath(error, path);
  } finally {
    // Nothing was written, so a failed close does not matter.
    file?.close().catch(() => undefined);
  }
}

function discard(photo: StoredPhoto | undefined): void {
  if (photo?.body instanceof Readable) photo.body.destroy();
}

/**
 * Streams a file of `size` bytes, of which the first chunk has been read. Unlike Node's own stream, it waits for the
 * gate before each read, and ends without another read after the last byte: until a stream has ended, the next request
 * on its connection waits, although the client has received everything.
 */
function streamFile(file: FileHandle, start: Buffer, size: number): Readable {
  let position = 0;
  const readNext = async () => {
    if (position === 0) return start;
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await diskReads.run(() => file.read(buffer, 0, CHUNK_BYTES, position));
    return buffer.subarray(0, bytesRead);
  };
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      readNext().then(
        (chunk) => {
          position += chunk.length;
          if (chunk.length > 0) this.push(chunk);
          if (chunk.length === 0 || position >= size) this.push(null);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      file.close().then(() => callback(error), callback);
    },
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function writeSynced(path: string, data: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes new directory entries durable: syncs `folder` and its parents up to `last`. */
async function syncFolders(folder: string, last: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== last) await syncFolders(dirname(folder), last);
}
