import { randomUUID } from "node:crypto";
import { mkdir, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@studbook/domain/errors";

/** Bytes in an unlinked file on disk, which the system deletes when the file is closed or the process ends. */
export type SpoolFile = {
  /** @throws DomainError BUSY if the spool is full, STORAGE_FULL if the disk is full */
  append(chunk: Uint8Array): Promise<void>;
  /** Reads the whole file. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
};

export type Spool = { open(): Promise<SpoolFile> };

const NO_SPACE = new Set(["ENOSPC", "EDQUOT"]);

/** Maximum size of all spooled files together, and the disk space that must stay free, in bytes. */
export type SpoolLimits = { spoolBytes: number; reserveBytes: number };

/** Creates a spool in a folder, which is created on demand. */
export function createSpool(folder: string, { spoolBytes, reserveBytes }: SpoolLimits): Spool {
  let spooled = 0;
  return {
    async open() {
      const file = await openUnlinked(folder, reserveBytes).catch(rethrowDiskError);
      let size = 0;
      return {
        async append(chunk) {
          if (spooled + chunk.length > spoolBytes) throw uploadsBusy();
          spooled += chunk.length;
          size += chunk.length;
          await file.writeFile(chunk).catch(rethrowDiskError);
        },
        async read() {
          const { bytesRead, buffer } = await file.read({
            buffer: Buffer.alloc(size),
            position: 0,
          });
          if (bytesRead !== size) throw new Error(`Read ${bytesRead} of ${size} spooled bytes`);
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

async function openUnlinked(folder: string, reserveBytes: number) {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserveBytes) throw storageFull();
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** The error for an upload that does not fit or has waited too long. */
export function uploadsBusy(): DomainError {
  const message = "Too many photos are being uploaded. Please try again in a moment.";
  return new DomainError("BUSY", message, { details: { retryAfterSeconds: 5 } });
}

/** @throws DomainError STORAGE_FULL for a full disk or quota, otherwise the error itself */
export function rethrowDiskError(error: unknown): never {
  const isFull = error instanceof Error && "code" in error && NO_SPACE.has(String(error.code));
  if (!isFull) throw error;
  throw storageFull(error);
}

/** The error for a full disk or quota. */
export function storageFull(cause?: unknown): DomainError {
  const message = "Photo storage is full. Please try again later.";
  return new DomainError("STORAGE_FULL", message, { cause });
}
