import { lockUser } from "@studbook/db/queries/users";
import { Findings, type Row } from "../row.ts";
import { holdLock } from "../stage/hold-lock.ts";
import { openSite, type Site } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { forkLoad } from "../traffic/fork-load.ts";
import { memberKinds } from "../traffic/kinds.ts";
import type { Sample } from "../traffic/load.ts";
import { ANSWER_MS, planMixedTraffic, READY_MS } from "../traffic/outage.ts";
import {
  describeSamples,
  isOk,
  isRefusalFor,
  percentile,
  sentBetween,
  slowest,
} from "../traffic/samples.ts";

const LOCKED_SECONDS = 20;
/** Whatever is sent in this time must be answered before the lock is released. */
const LOADED_SECONDS = 16;
const WRITERS = 30;
/** Others may be this much slower than without the lock, at the 99th percentile. */
const SLOWER_FACTOR = 3;
/** On a busy machine, a p99 below this says nothing about waiting for the lock. */
const NOISE_MS = 250;

export const userLocked: Row = {
  name: "user-locked",
  fault: `one user's row is locked for ${LOCKED_SECONDS} s while ${WRITERS} clients write as that user in new sessions`,
  promise: "these writers get 503 BUSY with Retry-After within 3 s, and nobody else notices",
  async run(stage) {
    await using site = await openSite(stage, { isProxied: false });
    return await measureLockedUser(stage, site);
  },
};

/** Locks one user's row, and measures what this user and all others notice. */
export async function measureLockedUser({ postgres }: Stage, site: Site): Promise<Findings> {
  const findings = new Findings();
  const others = await planMixedTraffic(site, 30);
  const before = await forkLoad({ ...others, seconds: 10 });
  const victim = await site.createMember();
  // Their sessions are new to the server, as all are after a restart.
  const signIns = Array.from({ length: WRITERS }, () => site.signInAgain(victim));
  const clients = await Promise.all(signIns);
  const writers = {
    port: site.server.port,
    kinds: [{ ...memberKinds(clients).write, name: "writer" }],
    pace: { connections: WRITERS },
    seconds: LOADED_SECONDS,
  };
  const { released } = await holdLock(postgres.urlOf(site.database), LOCKED_SECONDS, (tx) =>
    lockUser(tx, victim.id),
  );
  const [written, during] = await Promise.all([
    forkLoad(writers),
    forkLoad({ ...others, seconds: LOADED_SECONDS }),
  ]);
  await released;
  const after = await forkLoad({ ...writers, pace: { perSecond: 5 }, seconds: 5 });
  judgeWriters(findings, written, after);
  judgeOthers(findings, before, during);
  return findings;
}

function judgeWriters(findings: Findings, written: readonly Sample[], after: Sample[]): void {
  const wrong = written.filter((sample) => !isRefusalFor("BUSY", sample));
  findings.none(`wrong answers of ${written.length} to the writers`, describeSamples(wrong));
  findings.atMost("slowest writer", slowest(written), ANSWER_MS, " ms");
  const late = sentBetween(after, READY_MS - 1000, READY_MS).filter((sample) => !isOk(sample));
  findings.none("writers refused after the lock", describeSamples(late));
}

function judgeOthers(findings: Findings, before: readonly Sample[], during: Sample[]): void {
  const failed = during.filter((sample) => !isOk(sample));
  findings.none(`failures of ${during.length} requests of others`, describeSamples(failed));
  const usual = percentile(
    before.map(({ ms }) => ms),
    0.99,
  );
  const p99 = percentile(
    during.map(({ ms }) => ms),
    0.99,
  );
  const failedBefore = before.filter((sample) => !isOk(sample));
  findings.note(`${failedBefore.length} failures of ${before.length} without the lock`);
  findings.note(`p99 of others without the lock ${Math.round(usual)} ms`);
  findings.atMost("p99 of others", p99, Math.max(usual * SLOWER_FACTOR, NOISE_MS), " ms");
}
