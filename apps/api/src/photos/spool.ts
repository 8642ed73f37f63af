import { randomUUID } from "node:crypto";
import { mkdir, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@studbook/domain/errors";

/**
 * Bytes that wait on the disk in a file without a name: they are gone when it is closed and when the
 * process ends, however it ends.
 */
export type SpoolFile = {
  /** @throws DomainError BUSY if the spool is full, STORAGE_FULL if the disk is */
  append(chunk: Uint8Array): Promise<void>;
  /** All bytes, from the first. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
};

export type Spool = { open(): Promise<SpoolFile> };

const NO_SPACE = new Set(["ENOSPC", "EDQUOT"]);

/** All files of a spool together, and what they leave free on the disk. */
export type SpoolLimits = { spoolBytes: number; reserveBytes: number };

/** A spool in a folder, which is made when it is needed. */
export function createSpool(folder: string, { spoolBytes, reserveBytes }: SpoolLimits): Spool {
  let spooled = 0;
  return {
    async open() {
      const file = await openNameless(folder, reserveBytes).catch(refuseFullDisk);
      let size = 0;
      return {
        async append(chunk) {
          if (spooled + chunk.length > spoolBytes) throw uploadsAreBusy();
          spooled += chunk.length;
          size += chunk.length;
          await file.writeFile(chunk).catch(refuseFullDisk);
        },
        async read() {
          const { bytesRead, buffer } = await file.read({
            buffer: Buffer.alloc(size),
            position: 0,
          });
          if (bytesRead !== size)
            throw new Error(`Read ${bytesRead} of ${size} bytes kept for later`);
          return buffer;
        },
        async close() {
          spooled -= size;
          size = 0;
          await file.close();
        },
      };
    },
  };
}

async function openNameless(folder: string, reserveBytes: number) {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserveBytes) throw storageFull();
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** The refusal of an upload for which there is no room now, or no time. */
export function uploadsAreBusy(): DomainError {
  const message = "Too many photos are being uploaded. Please try again in a moment.";
  return new DomainError("BUSY", message, { details: { retryAfterSeconds: 5 } });
}

/** @throws DomainError STORAGE_FULL for what a full disk refuses, anything else as it is */
export function refuseFullDisk(error: unknown): never {
  const isFull = error instanceof Error && "code" in error && NO_SPACE.has(String(error.code));
  if (!isFull) throw error;
  throw storageFull(error);
}

function storageFull(cause?: unknown): DomainError {
  const message = "There is no room for photos at the moment. Please try again later.";
  return new DomainError("STORAGE_FULL", message, { cause });
}
