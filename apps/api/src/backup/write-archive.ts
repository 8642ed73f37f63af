import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pack } from "tar-stream";
import { sealOf } from "./backup-format.ts";

const ENTRIES_PER_CHECKSUM_LIST = 1000;

/** Adds an entry to an archive. Resolves when the next one can be added. */
export type AddEntry = (name: string, data: Uint8Array) => Promise<void>;

/**
 * Writes a sealed archive to a file: the entries that `fill` adds, lists of their SHA-256 checksums in between, and the
 * seal. Keeps one entry in memory at a time.
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
  const addChecksumList = async () => {
    lists += 1;
    await addRaw(`sums/${String(lists).padStart(6, "0")}`, Buffer.from(sums.join("")));
    sums = [];
  };
  const add: AddEntry = async (name, data) => {
    await addRaw(name, data);
    sums.push(`${createHash("sha256").update(data).digest("hex")}  ${name}\n`);
    if (sums.length === ENTRIES_PER_CHECKSUM_LIST) await addChecksumList();
  };
  const addAll = async () => {
    try {
      await fill(add);
      if (sums.length > 0) await addChecksumList();
      archive.finalize();
    } catch (error) {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  await Promise.all([addAll(), file.writeFile(appendSeal(archive))]);
}

async function* appendSeal(archive: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of archive) {
    if (!(chunk instanceof Uint8Array))
      throw new TypeError("The archive stream must consist of bytes");
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(sealOf(hash.digest("hex")));
}
