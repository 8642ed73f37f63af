import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { listMigrationNames } from "@studbook/db/migration-list";
import { type LoadTable, restoreTables } from "@studbook/db/restore-tables";
import type { DatabaseUrls } from "@studbook/db/server-role";
import about from "../../package.json" with { type: "json" };
import { recordAudit } from "../audit/record-audit.ts";
import type { PhotoStorage } from "../photos/storage.ts";
import { BackupError, BackupHead, FORMAT, HEAD_NAME } from "./backup-format.ts";
import { createPhotoWriter, type PhotoWriter } from "./photo-writer.ts";
import { type ArchiveEntry, readEntries, verifySeal } from "./read-archive.ts";

/** What was restored. `wrongSums` lists stored sums that do not match the backup's rows. */
export type Restored = {
  takenAt: string;
  product: string;
  rows: Record<string, number>;
  photos: number;
  migrated: string[];
  wrongSums: string[];
};

/**
 * Restores a backup into an empty installation. The file is verified completely before anything is written, and the
 * database is restored in one transaction. Photo files of an interrupted restore are reused by the next one. The servers'
 * database role, if there is one, must exist.
 *
 * @throws BackupError if the file is damaged or from a newer version
 * @throws RestoreError if the installation is not empty
 */
export async function restoreBackup(
  { url, ownerUrl, storage }: DatabaseUrls & { storage: PhotoStorage },
  path: string,
): Promise<Restored> {
  const bytes = await verifySeal(path);
  const head = await readHead(path, bytes);
  const { takenAt, product, migrations, tables } = head;
  const photos = createPhotoWriter(storage);
  const rows: Record<string, number> = {};
  const { migrated, wrongSums } = await restoreTables({
    database: { url, ownerUrl },
    migrations,
    tables,
    fill: (load) => loadEntries(readEntries(path, bytes), { photos, load, rows }),
    finish: (tx) => recordAudit(tx, { action: "backup.restored", details: { by: "cli", takenAt } }),
  });
  return { takenAt, product, rows, photos: photos.count(), migrated, wrongSums };
}

async function loadEntries(
  entries: AsyncGenerator<ArchiveEntry>,
  into: { photos: PhotoWriter; load: LoadTable; rows: Record<string, number> },
): Promise<void> {
  try {
    let next = await entries.next();
    const partsOf = async function* (table: string) {
      while (!next.done && next.value.name.startsWith(`tables/${table}/`)) {
        yield await promisify(gunzip)(next.value.data);
        next = await entries.next();
      }
    };
    while (!next.done) {
      const { name, data } = next.value;
      const [kind, first = "", second = ""] = name.split("/");
      if (kind === "tables") into.rows[first] = await into.load(first, partsOf(first));
      else {
        if (kind === "photos") await into.photos.write(`${first}/${second}`, data);
        next = await entries.next();
      }
    }
    await into.photos.end();
  } finally {
    await entries.return(undefined);
  }
}

async function readHead(path: string, bytes: number): Promise<BackupHead> {
  for await (const { name, data } of readEntries(path, bytes)) {
    if (name !== HEAD_NAME) break;
    return checkVersions(path, JSON.parse(data.toString()));
  }
  throw new BackupError(`${path} is not a Studbook backup. Check the path.`);
}

function checkVersions(path: string, json: unknown): BackupHead {
  const head = BackupHead.safeParse(json);
  const known = new Set(listMigrationNames());
  const unknown = head.success ? head.data.migrations.filter((name) => !known.has(name)) : [];
  if (head.success && unknown.length === 0) return head.data;
  const reason = head.success
    ? `it was written by Studbook ${head.data.product} and has unknown migrations (${unknown.join(", ")})`
    : `its format is not ${FORMAT}`;
  throw new BackupError(
    `${path} cannot be restored by Studbook ${about.version}: ${reason}. ` +
      "Use the version that wrote it, or a later one.",
  );
}
