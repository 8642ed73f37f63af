import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Bytes that wait on the disk in a file without a name: they are gone when it is closed and when the
 * process ends, however it ends.
 */
export type Spool = {
  append(chunk: Uint8Array): Promise<void>;
  /** All bytes, from the first. */
  read(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Opens an empty spool. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `studbook-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  let size = 0;
  return {
    async append(chunk) {
      await file.writeFile(chunk);
      size += chunk.length;
    },
    async read() {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(size), position: 0 });
      if (bytesRead !== size) throw new Error(`Read ${bytesRead} of ${size} bytes kept for later`);
      return buffer;
    },
    close: () => file.close(),
  };
}
