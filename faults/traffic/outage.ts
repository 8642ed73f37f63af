import { setTimeout as delay } from "node:timers/promises";
import { Findings } from "../row.ts";
import type { Site } from "../stage/site.ts";
import { memberKinds, visitorKinds } from "./kinds.ts";
import { type Plan, runLoad, type Sample } from "./load.ts";
import { describeSamples, isOk, isRefusal, isRefusalFor, sentBetween, slowest } from "./samples.ts";

/** How long any answer may take while the database does not respond, in milliseconds. */
export const ANSWER_MS = 3000;
/** How soon every refusal says that the database responds to nobody, in milliseconds. */
const REASON_MS = 5000;
/** How soon after the database is back every request must succeed, in milliseconds. */
export const READY_MS = 5000;

const VISITORS = 40;
const MEMBERS = 20;
/** All kinds of requests together. */
const PER_SECOND = 24;
const BEFORE_MS = 2000;
const AFTER_MS = 10_000;

type Outage = {
  /** Begins the outage. */
  begin(): void | Promise<void>;
  /** Ends it, and returns when the database accepts connections again. */
  end(): void | Promise<void>;
  seconds: number;
};

/**
 * Measures what visitors and members notice of an outage of the database: calls, pages, probes and writes at a fixed
 * rate, from before it until after it.
 */
export async function measureOutage(site: Site, outage: Outage): Promise<Findings> {
  const { seconds } = outage;
  const findings = new Findings();
  const { pid } = site.server;
  const plan = await planMixedTraffic(site, PER_SECOND);
  const stopped = new AbortController();
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const running = runLoad({ ...plan, seconds: Number.POSITIVE_INFINITY }, stopped.signal);
  let samples: Sample[] = [];
  const times = { begun: 0, ended: 0 };
  try {
    await delay(BEFORE_MS);
    times.begun = elapsed();
    await outage.begin();
    await delay(seconds * 1000);
    await outage.end();
    times.ended = elapsed();
    await delay(AFTER_MS);
  } finally {
    stopped.abort();
    samples = await running;
  }
  judgeBefore(findings, sentBetween(samples, 0, times.begun - BEFORE_MS / 2));
  judgeDuring(findings, sentBetween(samples, times.begun, times.ended));
  judgeReasons(findings, sentBetween(samples, times.begun + REASON_MS, times.ended - ANSWER_MS));
  judgeAfter(findings, sentBetween(samples, times.ended, elapsed()), times.ended);
  findings.expect("the same process", pid !== undefined && site.server.pid === pid);
  return findings;
}

/** Calls, tRPC calls, pages, probes, and reads and writes of signed-in members, each as often as the others. */
export async function planMixedTraffic(
  site: Site,
  perSecond: number,
  { visitors = VISITORS, members = MEMBERS } = {},
): Promise<Omit<Plan, "seconds">> {
  const addresses = Array.from({ length: visitors }, () => site.newAddress());
  const kinds = {
    ...visitorKinds(addresses),
    ...memberKinds(await site.createMembers(members)),
  };
  return { port: site.server.port, pace: { perSecond }, kinds: Object.values(kinds) };
}

function judgeBefore(findings: Findings, samples: readonly Sample[]): void {
  const failed = samples.filter((sample) => !isOk(sample));
  findings.note(`${failed.length} failures of ${samples.length} requests before`);
}

/** Every answer is a success or a refusal within the time limit, and each kind was refused at least once. */
function judgeDuring(findings: Findings, samples: readonly Sample[]): void {
  const wrong = samples.filter((sample) => !isOk(sample) && !isRefusal(sample));
  findings.none(`wrong answers of ${samples.length} during the outage`, describeSamples(wrong));
  findings.atMost("slowest answer", slowest(samples), ANSWER_MS, " ms");
  const late = samples.filter(({ ms }) => ms > ANSWER_MS);
  findings.none("answers later than 3 s", describeSamples(late));
  const kinds = Map.groupBy(samples, ({ kind }) => kind);
  const unaffected = [...kinds].filter(([, all]) => all.every(isOk)).map(([kind]) => kind);
  findings.none("kinds that the outage did not reach", unaffected);
}

/** While nothing responds, every refusal says so. Requests that overlap the beginning or the end can say otherwise. */
function judgeReasons(findings: Findings, samples: readonly Sample[]): void {
  const wrong = samples.filter((sample) => !isOk(sample) && !isRefusalFor("NOT_READY", sample));
  findings.none("wrong reasons while nothing responds", describeSamples(wrong));
}

function judgeAfter(findings: Findings, samples: readonly Sample[], endedAt: number): void {
  const failed = samples.filter((sample) => !isOk(sample));
  const lastFailure = Math.max(endedAt, ...failed.map(({ at }) => at)) - endedAt;
  findings.atMost("last failure after the end", lastFailure, READY_MS, " ms");
  const last = samples.slice(-samples.length / 4);
  findings.none("failures at the end", describeSamples(last.filter((sample) => !isOk(sample))));
}
