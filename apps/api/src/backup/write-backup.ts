import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Snapshot } from "@studbook/db/snapshot";
import about from "../../package.json" with { type: "json" };
import type { PhotoStorage } from "../photos/storage.ts";
import { type BackupHead, FORMAT, HEAD_NAME } from "./backup-format.ts";
import { readPhotoFiles } from "./read-photo-files.ts";
import { type AddEntry, writeArchive } from "./write-archive.ts";
import { writeFileAtomically } from "./write-file-atomically.ts";

const PART_BYTES = 4 * 1024 * 1024;

/** What a backup contains. `missing` lists photos of ads whose files were not found. */
export type BackupContent = {
  takenAt: string;
  tables: number;
  photos: number;
  missing: string[];
};

/**
 * Writes a snapshot and its photos to a new file atomically. Photos come first, because files that become unused after the
 * snapshot are deleted a day later.
 *
 * @param options.onComplete called before the file gets its name; if it fails, there is no file
 * @throws BackupError if the file exists, unless `force`
 */
export async function writeBackup(
  { snapshot, storage }: { snapshot: Snapshot; storage: PhotoStorage },
  path: string,
  options: { force: boolean; onComplete?: () => Promise<void> },
): Promise<BackupContent> {
  const { takenAt, migrations, tables } = snapshot;
  const head: BackupHead = {
    format: FORMAT,
    product: about.version,
    takenAt: takenAt.toISOString(),
    migrations,
    tables,
  };
  const content: BackupContent = {
    takenAt: head.takenAt,
    tables: tables.length,
    photos: 0,
    missing: [],
  };
  await writeFileAtomically(path, options, async (file) => {
    await writeArchive(file, takenAt, async (add) => {
      await add(HEAD_NAME, Buffer.from(`${JSON.stringify(head, null, 2)}\n`));
      for await (const { id, used, files } of readPhotoFiles(snapshot, storage)) {
        if (files) content.photos += 1;
        else if (used) content.missing.push(id);
        for (const [key, data] of files ?? []) await add(`photos/${key}`, data);
      }
      for (const table of tables) await addTable(add, table.name, snapshot.read(table));
    });
    await options.onComplete?.();
  });
  return content;
}

async function addTable(add: AddEntry, name: string, rows: AsyncIterable<Buffer>): Promise<void> {
  let parts = 0;
  for await (const part of splitIntoParts(rows)) {
    parts += 1;
    await add(`tables/${name}/${String(parts).padStart(6, "0")}.gz`, await promisify(gzip)(part));
  }
}

async function* splitIntoParts(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
