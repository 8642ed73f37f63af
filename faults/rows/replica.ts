import { setTimeout as delay } from "node:timers/promises";
import { createAd } from "@studbook/db/test/factories";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { Findings, type Row } from "../row.ts";
import { type Postgres, startStandbyOf } from "../stage/postgres.ts";
import { openSite, type Site } from "../stage/site.ts";
import { serverUrlOf } from "../stage/stage.ts";
import { waitUntil } from "../stage/wait.ts";
import { runLoad } from "../traffic/load.ts";
import { ANSWER_MS, planMixedTraffic } from "../traffic/outage.ts";
import { describeSamples, isOk, slowest } from "../traffic/samples.ts";
import { watchAge } from "../traffic/watch-age.ts";

const FAULT_SECONDS = 5;
const BEFORE_MS = 2000;
const AFTER_MS = 3000;
const PER_SECOND = 40;
/** How old what visitors read can be at most, in milliseconds. */
const MAX_AGE_MS = 1000;
const RETURN_MS = 5000;

type Fault = { name: string; begin: () => Promise<unknown>; end: () => Promise<unknown> };

export const replica: Row = {
  name: "replica",
  fault: `the replica is killed, frozen (SIGSTOP) or replays nothing, each for ${FAULT_SECONDS} s`,
  promise:
    "no request fails, what visitors read is at most 1 s old, and those who change something see it at once",
  async run(stage) {
    await using standby = await startStandbyOf(stage.postgres, `${stage.folder}/standby`);
    await using site = await openSite(stage, { isProxied: false, isStarted: false });
    const url = serverUrlOf(standby.urlOf(site.database));
    // Otherwise most reads would not reach a database.
    const env = { DATABASE_REPLICA_URL: url };
    site.server.env = { ...site.server.env, ...env };
    await site.server.start();
    const findings = new Findings();
    const run = (statement: string) =>
      withConnection(standby.urlOf("postgres"), (db) => runSql(db, statement));
    const faults: Fault[] = [
      { name: "killed", begin: standby.kill, end: standby.start },
      { name: "frozen", begin: standby.pause, end: async () => standby.resume() },
      {
        name: "late",
        begin: () => run("select pg_wal_replay_pause()"),
        end: () => run("select pg_wal_replay_resume()"),
      },
    ];
    for (const fault of faults) {
      findings.include(fault.name, await measureFault(site, standby, fault));
    }
    return findings;
  },
};

async function measureFault(site: Site, standby: Postgres, fault: Fault): Promise<Findings> {
  const findings = new Findings();
  const isServing = () => servesReads(site, standby);
  findings.expect("the replica serves reads before", await waitUntil(RETURN_MS, isServing));
  const seller = await site.createMember();
  const { id } = await createAd(site.owner, seller.id);
  const mixed = await planMixedTraffic(site, PER_SECOND);
  // Each change through the server sends the next reads to the primary, which would hide how old the replica is.
  const plan = { ...mixed, kinds: mixed.kinds.filter((kind) => kind.name !== "write") };
  const stopped = new AbortController();
  const running = runLoad({ ...plan, seconds: Number.POSITIVE_INFINITY }, stopped.signal);
  const watching = watchAge(site, { adId: id, seller }, stopped.signal);
  try {
    await delay(BEFORE_MS);
    await fault.begin();
    await delay(FAULT_SECONDS * 1000);
    await fault.end();
    await delay(AFTER_MS);
  } finally {
    stopped.abort();
  }
  const samples = await running;
  const failed = samples.filter((sample) => !isOk(sample));
  findings.none(`failures of ${samples.length} requests`, describeSamples(failed));
  findings.atMost("slowest answer", slowest(samples), ANSWER_MS, " ms");
  const { oldestMs, ownOld, reads } = await watching;
  findings.atMost(`oldest of ${reads} reads`, oldestMs, MAX_AGE_MS, " ms");
  findings.none("own changes that were not seen at once", ownOld);
  findings.expect("the replica serves reads afterwards", await waitUntil(RETURN_MS, isServing));
  return findings;
}

/** Whether a search of a visitor is the last statement of one of the server's connections to the replica. */
async function servesReads(site: Site, standby: Postgres): Promise<boolean> {
  const since = await standbyTime(standby);
  await site.send("/api/ads?limit=6", { from: site.newAddress() });
  const rows = await withConnection(standby.urlOf("postgres"), (db) =>
    runSql(
      db,
      `select from pg_stat_activity where datname = $1 and query_start > $2
       and starts_with(application_name, 'studbook-api replica ') and query like '%ads%'`,
      [site.database, since],
    ),
  );
  return rows.length > 0;
}

async function standbyTime(standby: Postgres): Promise<unknown> {
  const [row] = await withConnection(standby.urlOf("postgres"), (db) =>
    runSql(db, "select clock_timestamp() as now"),
  );
  return row?.now;
}
