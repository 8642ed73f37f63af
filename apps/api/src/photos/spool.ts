import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@studbook/domain/errors";
import { diskReads, diskWrites } from "./disk-gates.ts";
import { storageFull, waitForStorage } from "./storage-errors.ts";

/** Bytes in an unlinked file on disk, which the system deletes when the file is closed or the process ends. */
export type SpoolFile = {
  /** @throws DomainError BUSY if the spool is full, STORAGE_FULL or STORAGE_UNAVAILABLE */
  append(chunk: Uint8Array): Promise<void>;
  /**
   * Reads the whole file.
   *
   * @throws DomainError STORAGE_UNAVAILABLE
   */
  read(): Promise<Buffer>;
  close(): void;
};

export type Spool = {
  /** @throws DomainError STORAGE_FULL, STORAGE_UNAVAILABLE */
  open(): Promise<SpoolFile>;
};

export type SpoolLimits = {
  /** Maximum size of all spooled files together. */
  spoolBytes: number;
  /** Disk space that must stay free, in bytes. */
  reserveBytes: number;
  /** How long one operation of the disk may take, in milliseconds. */
  diskMs: number;
};

/** Creates a spool in a folder, which is created on demand. */
export function createSpool(
  folder: string,
  { spoolBytes, reserveBytes, diskMs }: SpoolLimits,
): Spool {
  let spooled = 0;
  return {
    async open() {
      const opening = diskWrites.run(() => openUnlinked(folder, reserveBytes));
      const file = await waitForStorage(opening, diskMs, closeQuietly);
      let size = 0;
      return {
        async append(chunk) {
          if (spooled + chunk.length > spoolBytes) throw uploadsBusy();
          spooled += chunk.length;
          size += chunk.length;
          await waitForStorage(
            diskWrites.run(() => file.writeFile(chunk)),
            diskMs,
          );
        },
        async read() {
          const buffer = Buffer.alloc(size);
          const reading = diskReads.run(() => file.read({ buffer, position: 0 }));
          const { bytesRead } = await waitForStorage(reading, diskMs);
          if (bytesRead !== size) throw new Error(`Read ${bytesRead} of ${size} spooled bytes`);
          return buffer;
        },
        close() {
          spooled -= size;
          size = 0;
          closeQuietly(file);
        },
      };
    },
  };
}

/**
 * Creates the folder if it is missing.
 *
 * @throws DomainError STORAGE_FULL if its file system has less free space
 */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes) {
    throw storageFull(
      new Error(`${folder} has ${free} bytes of free space; uploads need ${bytes}`),
    );
  }
}

async function openUnlinked(folder: string, reserveBytes: number): Promise<FileHandle> {
  await requireFreeSpace(folder, reserveBytes);
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
  } catch (error) {
    closeQuietly(file);
    throw error;
  }
  return file;
}

/** Closes an unlinked file. A failure does not matter, because nobody reads it again. */
function closeQuietly(file: FileHandle): void {
  file.close().catch(() => undefined);
}

/** The error for an upload that does not fit or has waited too long. */
export function uploadsBusy(cause?: unknown): DomainError {
  const message = "Too many photos are being uploaded. Please try again in a moment.";
  return new DomainError("BUSY", message, { details: { retryAfterSeconds: 5 }, cause });
}
