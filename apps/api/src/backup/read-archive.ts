import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { BackupError, readSeal, SEAL_BYTES } from "./backup-format.ts";

const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

export type ArchiveEntry = { name: string; data: Buffer };

/**
 * Verifies that a backup is complete and unchanged.
 *
 * @returns the size of the archive without the seal, in bytes
 * @throws BackupError if the file is truncated, altered or not a backup
 */
export async function verifySeal(path: string): Promise<number> {
  const { bytes, sha256 } = await readSealAtEnd(path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk);
  if (hash.digest("hex") !== sha256) {
    throw new BackupError(
      `${path} is damaged. Its checksum does not match. Nothing was restored. Use another copy.`,
    );
  }
  return bytes;
}

/**
 * Yields the entries of an archive, one in memory at a time, and compares their checksums with each list in the archive.
 *
 * @param bytes the size of the archive without the seal
 * @throws BackupError if an entry does not match its checksum
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
      if (size > MAX_ENTRY_BYTES)
        throw new BackupError(
          `${path} has an entry that is too large: ${name}. Nothing was restored. Use another copy.`,
        );
      const data = await buffer(entry);
      if (!name.startsWith("sums/")) {
        sums += `${createHash("sha256").update(data).digest("hex")}  ${name}\n`;
        yield { name, data };
      } else if (data.toString() === sums) sums = "";
      else throw fileChanged(path);
    }
    if (sums !== "") throw fileChanged(path);
  } finally {
    file.destroy();
  }
}

async function readSealAtEnd(path: string): Promise<{ bytes: number; sha256: string }> {
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
    `${path} is not a complete Studbook backup. It is a different kind of file, or it is truncated or damaged.`,
  );
}

function fileChanged(path: string): BackupError {
  return new BackupError(
    `${path} changed while it was being read. Nothing was restored. Run the command again.`,
  );
}
