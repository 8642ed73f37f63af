import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createAdmin } from "@studbook/api/test/test-app";
import { createDb, type Db } from "@studbook/db/client";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { startStandbyOf } from "@studbook/faults/stage/postgres";
import { openSite } from "@studbook/faults/stage/site";
import { openStage, type Stage, serverUrlOf } from "@studbook/faults/stage/stage";
import { Phase, ReadChecker } from "./stored-answers/check-reads.ts";
import { History } from "./stored-answers/history.ts";
import { recordVersions } from "./stored-answers/history-database.ts";
import { CONNECTED_MS, OUTAGES } from "./stored-answers/outages.ts";
import { Random } from "./stored-answers/random.ts";
import { Traffic } from "./stored-answers/traffic.ts";
import { VisibilityWatch } from "./stored-answers/visibility.ts";

const { values: flags } = parseArgs({
  options: {
    writes: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    /** A part of the names of the outages that run. */
    outages: { type: "string", default: "" },
    /** RESPONSE_CACHE_MB; with 0, what is found is not due to stored responses. */
    megabytes: { type: "string", default: "64" },
  },
});

const SERVERS = 3;
/** The server that reads from the replica. */
const REPLICATED = 1;
const CHECK_EVERY_MS = 500;
/** After an outage, until everything that was made during it has been checked. */
const AFTER_MS = 6000;
const OUTAGE_PAUSE_MS = 100;
const WRITE_PAUSE_MS = 20;
const EXAMPLES = 15;

async function main(): Promise<void> {
  const random = new Random(Number(flags.seed));
  const stage = await openStage();
  await using stops = new AsyncDisposableStack();
  stops.defer(stage.close);
  await trackCommits(stage);
  const standby = await startStandbyOf(stage.postgres, `${stage.folder}/standby`);
  stops.use(standby);
  const site = await openSite(stage, {
    servers: SERVERS,
    isProxied: false,
    isStarted: false,
    env: { RATE_LIMITS: "off", RESPONSE_CACHE_MB: flags.megabytes },
  });
  stops.use(site);
  const replicaUrl = standby.urlOf(site.database);
  for (const [n, server] of site.servers.entries()) {
    if (n === 0) server.env = { ...server.env, DATABASE_URL: site.proxy.url };
    if (n === REPLICATED) {
      server.env = { ...server.env, DATABASE_REPLICA_URL: serverUrlOf(replicaUrl) };
    }
  }
  const replica = createDb({ url: replicaUrl, onPoolError: () => undefined });
  stops.defer(() => replica.destroy());
  const history = new History();
  await recordVersions(site.owner);
  await Promise.all(site.servers.map((server) => server.start()));
  const watches = {
    primary: new VisibilityWatch(stage.postgres.urlOf(site.database)),
    replica: new VisibilityWatch(replicaUrl),
  };
  for (const watch of Object.values(watches)) stops.defer(() => watch.close());
  const checker = new ReadChecker(site.owner, history, watches);
  stops.defer(() => checker.close());
  const { cookie: adminCookie } = await createAdmin(site.owner);
  const phases = [new Phase("connected", CONNECTED_MS)];
  const [connected] = phases;
  if (!connected) throw new Error("There is no phase");
  const traffic = new Traffic(
    { site, checker, random, adminCookie, replicated: REPLICATED },
    connected,
  );
  await traffic.createOwners();

  const stopping = new AbortController();
  const reading = traffic.read(stopping.signal);
  const use = { samples: 0, reads: 0 };
  const checking = checkUntil(stopping.signal, async () => {
    await checker.check();
    use.samples++;
    if (await isRead(replica)) use.reads++;
  });
  process.stdout.write(`${connected.name} ...\n`);
  await traffic.write(() => connected.writes < Number(flags.writes), WRITE_PAUSE_MS);
  for (const { name, boundMs, run } of OUTAGES.filter((outage) =>
    outage.name.includes(flags.outages),
  )) {
    const phase = new Phase(name, boundMs);
    phases.push(phase);
    traffic.phase = phase;
    process.stdout.write(`${name} ...\n`);
    let isOver = false;
    const writing = traffic.write(() => !isOver, OUTAGE_PAUSE_MS);
    await delay(CHECK_EVERY_MS);
    await run({ stage, site, replica, history, random, traffic });
    await delay(AFTER_MS);
    isOver = true;
    await writing;
  }
  stopping.abort();
  await Promise.all([reading, checking]);
  await delay(AFTER_MS);
  await checker.check();
  report(phases, traffic);
  for (const [name, watch] of Object.entries(watches)) {
    process.stdout.write(`${name}: ${watch.describeLateness()}\n`);
  }
  process.stdout.write(
    `the replica had just been read in ${use.reads} of ${use.samples} samples; ` +
      `this process's event loop was up to ${Math.round(checker.longestDelayMs)} ms late\n`,
  );
  if (use.reads === 0) process.exitCode = 1;
}

/** The times of commits are needed, which PostgreSQL does not store by default. */
async function trackCommits({ postgres }: Stage): Promise<void> {
  await withConnection(postgres.urlOf("postgres"), (db) =>
    runSql(db, "alter system set track_commit_timestamp = on"),
  );
  await postgres.stop();
  await postgres.start();
}

/** Whether a server has read ads from the replica since the last sample. */
async function isRead(replica: Db): Promise<boolean> {
  const rows = await runSql(
    replica,
    `select from pg_stat_activity where datname = current_database() and query like '%ads%'
     and starts_with(application_name, 'studbook-api replica ')
     and query_start > clock_timestamp() - interval '${CHECK_EVERY_MS} ms'`,
  );
  return rows.length > 0;
}

async function checkUntil(signal: AbortSignal, check: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await delay(CHECK_EVERY_MS);
    try {
      await check();
    } catch (error) {
      // The database is stopped or paused.
      process.stdout.write(`not checked now: ${error instanceof Error ? error.message : error}\n`);
    }
  }
}

function report(phases: readonly Phase[], { writes: kinds, failures, examples }: Traffic): void {
  for (const phase of phases) {
    const { name, boundMs, writes, reads, ownReads, failedReads, oldestMs, violations } = phase;
    const { lateReads, largestLateMs } = phase;
    process.stdout.write(
      `${name}: ${writes} writes, ${reads} reads (${ownReads} after their own write), ${failedReads} failed; ` +
        `oldest ${Math.round(oldestMs)} ms of ${boundMs}; ${lateReads} before a commit up to ${largestLateMs.toFixed(1)} ms old could be seen; ` +
        `${violations.length} violations\n`,
    );
    for (const violation of violations.slice(0, EXAMPLES)) process.stdout.write(`  ${violation}\n`);
    if (violations.length > 0 || reads === 0) process.exitCode = 1;
  }
  const written = [...kinds].sort().map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`writes: ${written.join(", ")}\n`);
  for (const [kind, count] of failures) process.stdout.write(`${count} times ${kind}\n`);
  for (const example of examples) process.stdout.write(`  ${example}\n`);
}

await main();
process.exit();
