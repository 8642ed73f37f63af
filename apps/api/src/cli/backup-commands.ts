import type { Db } from "@studbook/db/client";
import { ensureServerRole } from "@studbook/db/server-role";
import { withSnapshot } from "@studbook/db/snapshot";
import { pluralize } from "@studbook/domain/format";
import type { Command } from "commander";
import { recordAudit } from "../audit/record-audit.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { readConfig } from "../config.ts";
import { createStorage } from "../photos/create-storage.ts";
import type { PhotoStorage } from "../photos/storage.ts";
import { prepareDatabase } from "../prepare-database.ts";
import type { CliParts } from "./command.ts";
import { databaseUrls, getSettings, withDatabase } from "./settings.ts";

/** Adds `backup FILE` and `restore FILE`. */
export function addBackupCommands(
  program: Command,
  { environment, print, report }: CliParts,
): void {
  program
    .command("backup")
    .description("write all data, including photos, to one file while the servers keep running")
    .argument("<FILE>", "a file that does not exist yet")
    .option("--force", "overwrite an existing file")
    .action(async (path: string, { force = false }: { force?: boolean }) => {
      const content = await withDatabase(environment, async (db, settings) => {
        const config = readConfig(settings);
        const base = await createStorage(config);
        const storage = config.mode === "demo" ? await withDemoPhotos(base, db) : base;
        const onComplete = () =>
          db
            .transaction()
            .execute((tx) => recordAudit(tx, { action: "backup.written", details: { by: "cli" } }));
        return await withSnapshot(databaseUrls(settings).ownerUrl, (snapshot) =>
          writeBackup({ snapshot, storage }, path, { force, onComplete }),
        );
      });
      const { takenAt, tables, photos, missing } = content;
      const contained = `${pluralize(tables, "table", "tables")} and ${pluralize(photos, "photo", "photos")}`;
      const lines = [`Backed up ${contained} to ${path}, as of ${takenAt}.`];
      if (missing.length > 0) lines.push(`Missing photo files: ${missing.join(", ")}`);
      print({ lines, value: { file: path, ...content } });
    });

  program
    .command("restore")
    .description("restore a backup into a new, empty installation")
    .argument("<FILE>", "a file that `backup` wrote, in this version or an earlier one")
    .action(async (path: string) => {
      const settings = getSettings(environment);
      const storage = await createStorage(readConfig(settings));
      const database = databaseUrls(settings);
      await ensureServerRole(database);
      const restored = await restoreBackup({ ...database, storage }, path);
      await prepareDatabase(database, undefined, { report });
      const { takenAt, rows, photos, migrated, wrongSums } = restored;
      const contained = [
        pluralize(rows.users ?? 0, "user", "users"),
        pluralize(rows.ads ?? 0, "ad", "ads"),
        pluralize(photos, "photo", "photos"),
      ];
      const lines = [
        `Restored as of ${takenAt}: ${contained.join(", ")}.`,
        ...migrated.map((name) => `Migrated: ${name}`),
        ...wrongSums.map((what) => `The stored total was already incorrect in the backup: ${what}`),
      ];
      print({ lines, value: restored });
    });
}

/** Wraps the storage so that it draws the demo's photos that have not been requested yet. */
async function withDemoPhotos(storage: PhotoStorage, db: Db): Promise<PhotoStorage> {
  const { createDemoStorage } = await import("../demo/demo-storage.ts");
  return createDemoStorage({ storage, db });
}
