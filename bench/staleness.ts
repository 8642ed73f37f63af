import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createAdmin } from "@studbook/api/test/test-app";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { openSite } from "@studbook/faults/stage/site";
import { openStage, type Stage } from "@studbook/faults/stage/stage";
import { Phase, ReadChecker } from "./stored-answers/check-reads.ts";
import { History } from "./stored-answers/history.ts";
import { recordVersions } from "./stored-answers/history-database.ts";
import { CONNECTED_MS, OUTAGES } from "./stored-answers/outages.ts";
import { Random } from "./stored-answers/random.ts";
import { Traffic } from "./stored-answers/traffic.ts";

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
  const site = await openSite(stage, {
    servers: SERVERS,
    isProxied: false,
    isStarted: false,
    env: { RATE_LIMITS: "off", RESPONSE_CACHE_MB: flags.megabytes },
  });
  stops.use(site);
  const [first] = site.servers;
  if (first) first.env = { ...first.env, DATABASE_URL: site.proxy.url };
  const history = new History();
  await recordVersions(site.owner);
  await Promise.all(site.servers.map((server) => server.start()));
  const checker = new ReadChecker(site.owner, history);
  stops.defer(() => checker.close());
  const { cookie: adminCookie } = await createAdmin(site.owner);
  const phases = [new Phase("connected", CONNECTED_MS)];
  const [connected] = phases;
  if (!connected) throw new Error("There is no phase");
  const traffic = new Traffic({ site, checker, random, adminCookie }, connected);
  await traffic.createOwners();

  const stopping = new AbortController();
  const reading = traffic.read(stopping.signal);
  const checking = checkUntil(checker, stopping.signal);
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
    await run({ stage, site, history, random, traffic });
    await delay(AFTER_MS);
    isOver = true;
    await writing;
  }
  stopping.abort();
  await Promise.all([reading, checking]);
  await delay(AFTER_MS);
  await checker.check();
  report(phases, traffic);
}

/** The times of commits are needed, which PostgreSQL does not store by default. */
async function trackCommits({ postgres }: Stage): Promise<void> {
  await withConnection(postgres.urlOf("postgres"), (db) =>
    runSql(db, "alter system set track_commit_timestamp = on"),
  );
  await postgres.stop();
  await postgres.start();
}

async function checkUntil(checker: ReadChecker, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(CHECK_EVERY_MS);
    try {
      await checker.check();
    } catch (error) {
      // The database is stopped or paused.
      process.stdout.write(`not checked now: ${error instanceof Error ? error.message : error}\n`);
    }
  }
}

function report(phases: readonly Phase[], { failures, examples }: Traffic): void {
  for (const phase of phases) {
    const { name, boundMs, writes, reads, ownReads, failedReads, oldestMs, violations } = phase;
    const { skewedReads, largestSkewMs, readsOfOtherClock } = phase;
    process.stdout.write(
      `${name}: ${writes} writes, ${reads} reads (${ownReads} after their own write), ${failedReads} failed; ` +
        `oldest ${Math.round(oldestMs)} ms of ${boundMs}; ${skewedReads} skewed by up to ${largestSkewMs.toFixed(1)} ms, ` +
        `${readsOfOtherClock} by another clock; ${violations.length} violations\n`,
    );
    for (const violation of violations.slice(0, EXAMPLES)) process.stdout.write(`  ${violation}\n`);
    if (violations.length > 0 || reads === 0) process.exitCode = 1;
  }
  for (const [kind, count] of failures) process.stdout.write(`${count} times ${kind}\n`);
  for (const example of examples) process.stdout.write(`  ${example}\n`);
}

await main();
process.exit();
