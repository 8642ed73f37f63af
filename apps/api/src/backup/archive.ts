import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pack } from "tar-stream";
import { sealOf } from "./backup-format.ts";

const SUMS_EVERY = 1000;

/** Adds one entry to an archive; resolves when the file can take more. */
export type AddEntry = (name: string, data: Uint8Array) => Promise<void>;

/**
 * Writes a sealed archive to a file: the entries that `fill` adds one after the other, lists of their
 * SHA-256 among them, and the seal. Holds one entry in memory.
 */
export async function writeArchive(
  file: FileHandle,
  mtime: Date,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const archive = pack();
  const addRaw: AddEntry = (name, data) =>
    new Promise((resolve, reject) => {
      archive
        .entry({ name, mtime }, Buffer.from(data), (error) => (error ? reject(error) : resolve()))
        .on("error", reject);
    });
  let sums: string[] = [];
  let lists = 0;
  const addSums = async () => {
    lists += 1;
    await addRaw(`sums/${String(lists).padStart(6, "0")}`, Buffer.from(sums.join("")));
    sums = [];
  };
  const add: AddEntry = async (name, data) => {
    await addRaw(name, data);
    sums.push(`${createHash("sha256").update(data).digest("hex")}  ${name}\n`);
    if (sums.length === SUMS_EVERY) await addSums();
  };
  const filled = async () => {
    try {
      await fill(add);
      if (sums.length > 0) await addSums();
      archive.finalize();
    } catch (error) {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  await Promise.all([filled(), file.writeFile(seal(archive))]);
}

async function* seal(archive: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of archive) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("An archive is bytes");
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(sealOf(hash.digest("hex")));
}
