import { withSnapshot } from "@studbook/db/snapshot";
import type { Command } from "commander";
import { recordAudit } from "../audit/record-audit.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { readConfig } from "../config.ts";
import { createStorage } from "../photos/create-storage.ts";
import type { CliParts } from "./program.ts";
import { findSettings, withDatabase } from "./settings.ts";

/** `backup FILE` and `restore FILE`. */
export function addBackupCommands(program: Command, { environment, say }: CliParts): void {
  program
    .command("backup")
    .description("write all of it, photos included, to one file; members go on meanwhile")
    .argument("<FILE>", "a file that is not there yet")
    .option("--force", "replace a file that is there")
    .action(async (path: string, { force = false }: { force?: boolean }) => {
      const content = await withDatabase(environment, async (db, settings) => {
        const config = readConfig(settings);
        const storage = await createStorage(config);
        const written = await withSnapshot(config.database.url, (snapshot) =>
          writeBackup({ snapshot, storage }, path, { force }),
        );
        await db
          .transaction()
          .execute((tx) => recordAudit(tx, { action: "backup.written", details: { by: "cli" } }));
        return written;
      });
      const { takenAt, tables, photos, missing } = content;
      const lines = [`${path} has ${tables} tables and ${photos} photos as of ${takenAt}.`];
      if (missing.length > 0) lines.push(`Photos without files: ${missing.join(", ")}`);
      say({ lines, value: { file: path, ...content } });
    });

  program
    .command("restore")
    .description("make a new, empty installation what a backup holds")
    .argument("<FILE>", "what `backup` wrote, in this version or an earlier one")
    .action(async (path: string) => {
      const config = readConfig(await findSettings(environment));
      const storage = await createStorage(config);
      const restored = await restoreBackup({ url: config.database.url, storage }, path);
      const { takenAt, rows, photos, migrated, wrongSums } = restored;
      const lines = [
        `Restored as of ${takenAt}: ${rows.users ?? 0} users, ${rows.ads ?? 0} ads, ${photos} photos.`,
        ...migrated.map((name) => `Migrated: ${name}`),
        ...wrongSums.map((what) => `Wrong in the backup already: the sum of ${what}`),
      ];
      say({ lines, value: restored });
    });
}
