import { execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { percentile } from "../traffic/samples.ts";

const QUERY_EACH_SECOND = fileURLToPath(new URL("../stage/query-each-second.ts", import.meta.url));
const SETTLE_SECONDS = 20;
const MINUTE_SECONDS = 60;
const CPU_MS = 120;
/** On a slow virtual machine, waking up alone takes most of the time of every idle program. */
const BARE_PROGRAMS = 2;
const TRANSACTIONS = 60;
/** PostgreSQL's processes report their statistics at most once a second, an idle one later. */
const REPORTED_MS = 2000;

export const atRest: Row = {
  name: "at-rest",
  fault: "nobody sends a request for a minute",
  promise:
    "below 120 ms of processor time and 60 transactions a minute for each server; on a slow machine, at most twice " +
    "that of a bare program that sends one query a second; the next visitor waits for no new connection to the database",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    const findings = new Findings();
    const args = [QUERY_EACH_SECOND, stage.postgres.urlOf("postgres")];
    const bare = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    try {
      await fetch(`${site.server.baseUrl}/api/ads`);
      await delay(SETTLE_SECONDS * 1000);
      const connections = await listReadBackends(stage, site);
      const measure = () => measureMinute(stage, site, bare.pid);
      const minutes = [await measure()];
      // A machine that others use too can be slow for a while, so three minutes decide if the first is out of bounds.
      const isOutOfBounds = ({ cpuMs, bareMs, transactions }: Usage) =>
        cpuMs > limitMs(bareMs) || transactions > TRANSACTIONS;
      if (minutes.some(isOutOfBounds)) minutes.push(await measure(), await measure());
      const median = (key: keyof Usage) =>
        percentile(
          minutes.map((minute) => minute[key]),
          0.5,
        );
      const texts = minutes.map(
        ({ cpuMs, bareMs, transactions }) =>
          `${cpuMs} ms (bare program ${bareMs} ms) and ${transactions} transactions`,
      );
      findings.note(`each minute: ${texts.join(", ")}`);
      findings.atMost("processor time", median("cpuMs"), limitMs(median("bareMs")), " ms");
      findings.atMost("transactions", median("transactions"), TRANSACTIONS);
      const isOpen = new Set(await listReadBackends(stage, site));
      const lost = connections.filter((backend) => !isOpen.has(backend));
      findings.atLeast("open connections for reads", connections.length, 1);
      findings.none("connections for reads closed", lost.map(String));
      return findings;
    } finally {
      bare.kill();
    }
  },
};

const limitMs = (bareMs: number) => Math.max(CPU_MS, BARE_PROGRAMS * bareMs);

type Usage = { cpuMs: number; bareMs: number; transactions: number };

async function measureMinute(
  stage: Stage,
  { database, server }: Site,
  bare: number | undefined,
): Promise<Usage> {
  const read = async () => {
    await delay(REPORTED_MS);
    return {
      transactions: await countTransactions(stage, database),
      cpuMs: await readCpuMs(server.pid),
      bareMs: await readCpuMs(bare),
    };
  };
  const before = await read();
  await delay(MINUTE_SECONDS * 1000);
  const after = await read();
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    bareMs: after.bareMs - before.bareMs,
    transactions: after.transactions - before.transactions,
  };
}

async function countTransactions(stage: Stage, database: string): Promise<number> {
  const statistics =
    "select xact_commit + xact_rollback as n from pg_stat_database where datname = $1";
  const rows = await query(stage, statistics, database);
  return Number(rows[0]?.n);
}

async function listReadBackends(stage: Stage, { database }: Site): Promise<number[]> {
  const backends =
    "select pid from pg_stat_activity where datname = $1 and starts_with(application_name, 'studbook-api reads ')";
  const rows = await query(stage, backends, database);
  return rows.map(({ pid }) => Number(pid));
}

/** Connects to another database, so that the measurement does not count itself. */
function query({ postgres }: Stage, text: string, value: string) {
  return withConnection(postgres.urlOf("postgres"), (db) => runSql(db, text, [value]));
}

/** Returns the processor time that a process has used. */
async function readCpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // Fields 14 and 15 of proc_pid_stat(5), user and system time in clock ticks; the second field may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const perSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());
  return (ticks / perSecond) * 1000;
}
