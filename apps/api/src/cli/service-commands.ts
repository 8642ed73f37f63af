import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { openPayments } from "../payments/payment-parts.ts";
import { reconcilePayments } from "../payments/reconcile.ts";
import { createStripe } from "../payments/stripe-client.ts";
import { createStorage } from "../photos/create-storage.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { checkAll } from "./check.ts";
import type { CliParts } from "./command.ts";
import { databaseUrls, getSettings, withDatabase } from "./settings.ts";
import { sweepAll } from "./sweep.ts";
import { withQueue } from "./with-queue.ts";

/** `migrate`, `reconcile`, `sweep` and `check`. */
export function addServiceCommands(program: Command, { environment, say }: CliParts): void {
  program
    .command("migrate")
    .description(
      "as the owner, bring the database up to date and give the servers' role its rights",
    )
    .action(async () => {
      const ran = await prepareDatabase(databaseUrls(getSettings(environment)));
      say({ lines: ran.length > 0 ? ran : ["Nothing to do."], value: { ran } });
    });

  program
    .command("reconcile")
    .description(
      "find what the card provider knows of payments and memberships do not, asking about every open checkout",
    )
    .action(async () => {
      const changed = await withDatabase(environment, async (db, settings) => {
        const stripe = createStripe(readConfig(settings).stripe);
        const logger = createLogger("warn");
        return await withQueue(settings, (enqueue) =>
          reconcilePayments(openPayments({ db, stripe, logger, enqueue }), { limits: "none" }),
        );
      });
      say({ lines: [`Put right: ${changed}`], value: { changed } });
    });

  program
    .command("sweep")
    .description("do now what the jobs do every hour, and put the counts in order")
    .action(async () => {
      const swept = await withDatabase(environment, async (db, settings) => {
        const config = readConfig(settings);
        const logger = createLogger("warn");
        const storage = await createStorage(config);
        return await withQueue(settings, (enqueue) => sweepAll({ db, storage, logger, enqueue }));
      });
      const lines = Object.entries(swept).map(([name, n]) => `${name.padEnd(16)} ${n}`);
      say({ lines, value: swept });
    });

  program
    .command("check")
    .description(
      "say of settings, database, storage, card provider and mail whether they can serve, a line each",
    )
    .action(async () => {
      const checks = await checkAll(environment);
      say({
        lines: checks.map(({ name, ok, detail }) => {
          return `${name.padEnd(10)} ${ok ? "ok    " : "FAILED"} ${detail}`;
        }),
        value: { checks },
        isFailure: !checks.every(({ ok }) => ok),
      });
    });
}
