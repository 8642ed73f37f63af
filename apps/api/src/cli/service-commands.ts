import { foldAdCounts, sweepAds } from "@studbook/db/queries/ad-counts";
import { deleteExpiredAttemptCounts } from "@studbook/db/queries/attempt-counts";
import { deleteExpiredEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteOldMails } from "@studbook/db/queries/mails";
import { deleteExpiredSessions } from "@studbook/db/queries/sessions";
import { foldTotals } from "@studbook/db/queries/totals";
import { deleteExpiredUploadAttempts } from "@studbook/db/queries/upload-attempts";
import type { Command } from "commander";
import { type Config, readConfig } from "../config.ts";
import type { Enqueue } from "../jobs/boss.ts";
import { deletePartialFiles } from "../jobs/delete-partial-files.ts";
import { deleteUnusedPhotos, type PhotoJobParts } from "../jobs/delete-unused-photos.ts";
import { makePhotosPrivate } from "../jobs/make-photos-private.ts";
import { createLogger } from "../log.ts";
import { remindMembers, remindOfOldFacts } from "../mail/mail-jobs.ts";
import { openPayments } from "../payments/payment-parts.ts";
import { reconcilePayments } from "../payments/reconcile-payments.ts";
import { createStripe } from "../payments/stripe-client.ts";
import { createStorage, listPartialFolders } from "../photos/create-storage.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { checkAll } from "./check.ts";
import type { CliParts } from "./command.ts";
import { databaseUrls, getSettings, withDatabase } from "./settings.ts";
import { withQueue } from "./with-queue.ts";

const SWEEP_BATCH = 500;

/** Adds `migrate`, `reconcile`, `sweep` and `check`. */
export function addServiceCommands(
  program: Command,
  { environment, print, report }: CliParts,
): void {
  program
    .command("migrate")
    .description(
      "update the database schema and the server role's privileges (connects as the database owner)",
    )
    .action(async () => {
      const ran = await prepareDatabase(databaseUrls(getSettings(environment)), undefined, {
        report,
      });
      print({ lines: ran.length > 0 ? ran : ["Nothing to do."], value: { ran } });
    });

  program
    .command("reconcile")
    .description("check all open checkouts with Stripe and correct payments and memberships")
    .action(async () => {
      const changed = await withDatabase(environment, async (db, settings) => {
        const stripe = createStripe(readConfig(settings).stripe);
        const logger = createLogger("warn");
        return await withQueue(settings, (enqueue) =>
          reconcilePayments(openPayments({ db, stripe, logger, enqueue }), { limits: "none" }),
        );
      });
      print({ lines: [`Payments corrected: ${changed}`], value: { changed } });
    });

  program
    .command("sweep")
    .description("run the hourly cleanup jobs now and update the stored counts")
    .action(async () => {
      const swept = await withDatabase(environment, async (db, settings) => {
        const config = readConfig(settings);
        const logger = createLogger("warn");
        const storage = await createStorage(config);
        return await withQueue(settings, (enqueue) =>
          sweepAll({ config, db, storage, logger, enqueue }),
        );
      });
      const lines = Object.entries(swept).map(([name, n]) => `${name.padEnd(21)} ${n}`);
      print({ lines, value: swept });
    });

  program
    .command("check")
    .description("check the settings, database, its role, storage, Stripe, mail server and clocks")
    .action(async () => {
      const checks = await checkAll(environment);
      print({
        lines: checks.map(({ name, ok, detail }) => {
          return `${name.padEnd(10)} ${ok ? "ok    " : "FAILED"} ${detail}`;
        }),
        value: { checks },
        isFailure: !checks.every(({ ok }) => ok),
      });
    });
}

/** Runs all cleanup jobs to completion. Returns how many items each of them processed. */
async function sweepAll(
  parts: PhotoJobParts & { config: Config; enqueue: Enqueue },
): Promise<Record<string, number>> {
  const { db } = parts;
  let expiredAds = 0;
  for (let swept = 1; swept > 0; expiredAds += swept) swept = await sweepAds(db, SWEEP_BATCH);
  return {
    expiredAds,
    updatedCounts: await foldAdCounts(db),
    updatedTotals: await foldTotals(db),
    unusedPhotos: await deleteUnusedPhotos(parts),
    partialFiles: await deletePartialFiles(listPartialFolders(parts.config.dataDir)),
    expiredSessions: await deleteExpiredSessions(db),
    expiredAttempts: await deleteExpiredAttemptCounts(db),
    expiredUploadAttempts: await deleteExpiredUploadAttempts(db),
    photosMadePrivate: await makePhotosPrivate(parts),
    reminders: await remindMembers(parts),
    remindedFacts: await remindOfOldFacts(parts),
    oldEmails: await deleteOldMails(db),
    expiredLinks: await deleteExpiredEmailTokens(db),
  };
}
