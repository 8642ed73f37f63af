import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { BackupError, readSeal, SEAL_BYTES } from "./backup-format.ts";

const ENTRY_BYTES = 64 * 1024 * 1024;

export type ArchiveEntry = { name: string; data: Buffer };

/**
 * Makes sure that every byte of a backup is there and as it was written.
 *
 * @returns how many of them are the archive; the seal follows
 * @throws BackupError when the file is cut off, altered or no backup
 */
export async function verifySeal(path: string): Promise<number> {
  const { bytes, sha256 } = await findSeal(path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk);
  if (hash.digest("hex") !== sha256) {
    throw new BackupError(`${path} is damaged: it is not what was written. Nothing was restored.`);
  }
  return bytes;
}

/**
 * The entries of an archive of so many bytes, one in memory at a time. Every so many of them their SHA-256
 * are compared, and at the end all have been.
 *
 * @throws BackupError when one is not what was written
 */
export async function* readEntries(path: string, bytes: number): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  const file = createReadStream(path, { end: bytes - 1 });
  file.on("error", (error) => archive.destroy(error));
  file.pipe(archive);
  try {
    let sums = "";
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header;
      if (size > ENTRY_BYTES) throw new BackupError(`${path} has too large an entry: ${name}`);
      const data = await buffer(entry);
      if (!name.startsWith("sums/")) {
        sums += `${createHash("sha256").update(data).digest("hex")}  ${name}\n`;
        yield { name, data };
      } else if (data.toString() === sums) sums = "";
      else throw changed(path);
    }
    if (sums !== "") throw changed(path);
  } finally {
    file.destroy();
  }
}

async function findSeal(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path);
  try {
    const bytes = (await file.stat()).size - SEAL_BYTES;
    const line = Buffer.alloc(SEAL_BYTES);
    if (bytes > 0) await file.read(line, 0, SEAL_BYTES, bytes);
    const sha256 = readSeal(line.toString("latin1"));
    if (sha256) return { bytes, sha256 };
  } finally {
    await file.close();
  }
  throw new BackupError(
    `${path} is not a whole backup of Studbook: it is something else, cut off or damaged at its end.`,
  );
}

function changed(path: string): BackupError {
  return new BackupError(`${path} changed while it was read. Nothing was restored.`);
}
