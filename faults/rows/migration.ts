import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runSql } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { runStudbook } from "../stage/command-line.ts";
import { holdLock } from "../stage/hold-lock.ts";
import { openSite } from "../stage/site.ts";
import { runLoad } from "../traffic/load.ts";
import { ANSWER_MS, planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk, slowest } from "../traffic/samples.ts";

const EXTRA = fileURLToPath(new URL("../stage/extra-migration.mjs", import.meta.url));
const READER_SECONDS = 20;

export const migration: Row = {
  name: "migration",
  fault:
    `\`studbook migrate\` changes the table of listings while a transaction has been reading it ` +
    `for ${READER_SECONDS} s, under traffic to the old release`,
  promise: "no request fails or takes longer than 3 s, and the migration succeeds",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    const stopped = new AbortController();
    const plan = await planMixedTraffic(site, 30);
    const running = runLoad({ ...plan, seconds: Number.POSITIVE_INFINITY }, stopped.signal);
    try {
      await delay(1000);
      const { database, dataDir } = site;
      const { released } = await holdLock(stage.postgres.urlOf(database), READER_SECONDS, (tx) =>
        runSql(tx, "select from ads limit 1"),
      );
      const migrated = await runStudbook(stage, ["migrate"], {
        database,
        dataDir,
        nodeArgs: ["--import", EXTRA],
      });
      await released;
      findings.none("failed migrations", migrated.code === 0 ? [] : [migrated.output]);
      await delay(1000);
    } finally {
      stopped.abort();
    }
    const samples = await running;
    const failed = samples.filter((sample) => !isOk(sample));
    findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
    findings.atMost("slowest request", slowest(samples), ANSWER_MS, " ms");
    const columns = await runSql(
      site.owner,
      "select from information_schema.columns where table_name = 'ads' and column_name = 'faults_note'",
    );
    findings.expect("the column exists", columns.length === 1);
    return findings;
  },
};
