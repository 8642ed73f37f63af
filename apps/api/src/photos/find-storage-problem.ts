import { randomUUID } from "node:crypto";
import { DomainError } from "@studbook/domain/errors";
import type { Config } from "../config.ts";
import { createStorage, spoolFolder } from "./create-storage.ts";
import { RESERVED_BYTES } from "./receive-uploads.ts";
import { requireFreeSpace } from "./spool.ts";
import { photoKey, readPhoto } from "./storage.ts";

/**
 * Writes, reads and removes a test file in the photo storage. Returns why uploads would fail, with the section of the
 * manual that has the remedies; undefined if they would not.
 */
export async function findStorageProblem(config: Config): Promise<string | undefined> {
  const spool = spoolFolder(config.dataDir);
  try {
    await requireFreeSpace(spool, RESERVED_BYTES);
  } catch (error) {
    return describeStorageError(error, spool);
  }
  const storage = await createStorage(config);
  const id = randomUUID();
  const key = photoKey(id, 320);
  try {
    await storage.write(key, new Uint8Array([1]));
    const isThere = (await readPhoto(storage, key)) !== undefined;
    return isThere ? undefined : "the test file was written but could not be read back";
  } catch (error) {
    return describeStorageError(error, config.dataDir);
  } finally {
    await storage.remove(id);
  }
}

/** Names the folder instead of the test file, and the code under which the manual lists the remedy. */
function describeStorageError(error: unknown, folder: string): string {
  const cause = error instanceof DomainError && error.cause ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const reason =
    "syscall" in cause ? `${cause.message.replace(/,.*/, "")} (${folder})` : cause.message;
  return `${reason}. See docs/operations.md, Uploads return 507 or 503`;
}
