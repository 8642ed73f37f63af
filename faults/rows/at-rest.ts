import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { percentile } from "../traffic/samples.ts";

const SETTLE_SECONDS = 20;
const MINUTE_SECONDS = 60;
const CPU_MS = 120;
const TRANSACTIONS = 60;
/** PostgreSQL's processes report their statistics at most once a second, an idle one later. */
const REPORTED_MS = 2000;

export const atRest: Row = {
  name: "at-rest",
  fault: "nobody sends a request for a minute",
  promise: "below 120 ms of processor time and 60 transactions a minute for each server",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    await delay(SETTLE_SECONDS * 1000);
    const minutes = [await measureMinute(stage, site)];
    // A machine that others use too can be slow for a while, so three minutes decide if the first is out of bounds.
    if (minutes.some(({ cpuMs, transactions }) => cpuMs > CPU_MS || transactions > TRANSACTIONS)) {
      minutes.push(await measureMinute(stage, site), await measureMinute(stage, site));
      const texts = minutes.map(
        ({ cpuMs, transactions }) => `${cpuMs} ms and ${transactions} transactions`,
      );
      findings.note(`three minutes: ${texts.join(", ")}`);
    }
    const median = (key: keyof Usage) =>
      percentile(
        minutes.map((minute) => minute[key]),
        0.5,
      );
    findings.atMost("processor time", median("cpuMs"), CPU_MS, " ms");
    findings.atMost("transactions", median("transactions"), TRANSACTIONS);
    return findings;
  },
};

type Usage = { cpuMs: number; transactions: number };

async function measureMinute(stage: Stage, site: Site): Promise<Usage> {
  const before = await readUsage(stage, site);
  await delay(MINUTE_SECONDS * 1000);
  const after = await readUsage(stage, site);
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    transactions: after.transactions - before.transactions,
  };
}

/** Connects to another database, so that the measurement does not count itself. */
async function readUsage({ postgres }: Stage, { database, server }: Site): Promise<Usage> {
  await delay(REPORTED_MS);
  const rows = await withConnection(postgres.urlOf("postgres"), (db) =>
    runSql(db, "select xact_commit + xact_rollback as n from pg_stat_database where datname = $1", [
      database,
    ]),
  );
  const stat = await readFile(`/proc/${server.pid}/stat`, "utf8");
  // Fields 14 and 15 of proc_pid_stat(5), user and system time in clock ticks; the second field may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const perSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());
  return { cpuMs: (ticks / perSecond) * 1000, transactions: Number(rows[0]?.n) };
}
