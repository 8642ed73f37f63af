import { setTimeout as delay } from "node:timers/promises";
import { Findings, type Row } from "../row.ts";
import { openSite, type Site, type SiteOptions } from "../stage/site.ts";
import type { Stage } from "../stage/stage.ts";
import { forkLoad } from "../traffic/fork-load.ts";
import { messageOf } from "../traffic/kinds.ts";
import type { Kind, Sample } from "../traffic/load.ts";
import { describeSamples, isOk, isRefusal, percentile, sentBetween } from "../traffic/samples.ts";
import { describe } from "../traffic/send.ts";
import { callVitals, prepareVitals } from "../traffic/vitals.ts";

const FACTOR = 3;
const CAPACITY_CONNECTIONS = 32;
const WARM_UP_SECONDS = 4;
const CAPACITY_SECONDS = 8;
const UNLOADED_SECONDS = 5;
const UNLOADED_PART = 0.1;
const AFTER_SECONDS = 10;
const WINDOW_MS = 500;
const ADDRESSES = 2000;
/** On a busy machine, a latency below this does not mean that requests wait. */
const NOISE_MS = 50;
const LEAST_PART = 0.8;
const REFUSAL_MS = 100;
/** How soon the overloaded server must serve this part. */
const SETTLE_MS = 2000;
/** A median of so many measurements decides if the first is out of bounds. */
const MEASUREMENTS = 5;
const REPEATED_SECONDS = 8;
const REPEATED_CAPACITY_SECONDS = 4;
const VITAL_MS = 3000;

type Load = { path: string; seconds: number; site?: SiteOptions };

const overloadRow = (name: string, what: string, load: Load): Row => ({
  name,
  fault: `${FACTOR} times the capacity for ${load.seconds} s: ${what}`,
  promise:
    "at least 0.8 of the capacity within 2 s, refusals (503 with Retry-After) within 100 ms, " +
    "normal within 5 s after; probes, sign-in, confirmations and webhooks are answered",
  run: (stage) => measureOverload(stage, load),
});

export const overloadedCalls = overloadRow("overload-calls", "GET /api/ads from 2,000 networks", {
  path: "/api/ads",
  seconds: 60,
});

export const overloadedPages = overloadRow(
  "overload-pages",
  "the page /search from 2,000 networks",
  {
    path: "/search",
    seconds: 30,
  },
);

export const overloadedWithoutLimits = overloadRow(
  "overload-without-limits",
  "GET /api/ads with RATE_LIMITS=off",
  { path: "/api/ads", seconds: 20, site: { env: { RATE_LIMITS: "off" } } },
);

async function measureOverload(stage: Stage, { path, seconds, site: options }: Load) {
  await using site = await openSite(stage, { isProxied: false, ...options });
  const findings = new Findings();
  const addresses = Array.from({ length: ADDRESSES }, () => site.newAddress());
  const kinds: Kind[] = [
    { name: path, weight: 1, messages: addresses.map((from) => messageOf({ path, from })) },
  ];
  const vitals = await prepareVitals(site);
  const { port } = site.server;
  await measureRate(port, kinds, WARM_UP_SECONDS);
  const capacity = await measureRate(port, kinds, CAPACITY_SECONDS);
  const steps = [
    { seconds: UNLOADED_SECONDS, perSecond: capacity * UNLOADED_PART },
    { seconds, perSecond: capacity * FACTOR },
    { seconds: AFTER_SECONDS, perSecond: capacity * UNLOADED_PART },
  ];
  const total = steps.reduce((sum, step) => sum + step.seconds, 0);
  const loading = forkLoad({ port, seconds: total, kinds, pace: { steps } });
  await delay(UNLOADED_SECONDS * 1000);
  const vital = await callVitals(vitals, seconds);
  const samples = await loading;
  const start = UNLOADED_SECONDS * 1000;
  const end = start + seconds * 1000;
  const unloaded = p99(sentBetween(samples, 0, start));
  const overloaded = sentBetween(samples, start, end);
  const capacityAfter = await measureRate(port, kinds, CAPACITY_SECONDS);
  findings.note(`capacity ${Math.round(capacity)}/s before, ${Math.round(capacityAfter)}/s after`);
  findings.note(`sent ${Math.round(overloaded.length / seconds)}/s`);
  const measured = [judgeLoad(overloaded, start, seconds, (capacity + capacityAfter) / 2)];
  // A machine that others use too can be slow for a while.
  if (!measured.every(isWithinBounds)) {
    await repeatOverload(site, kinds, measured);
    const texts = measured.map(
      ({ part, refusalMs }) => `${part.toFixed(2)} and ${Math.round(refusalMs)} ms`,
    );
    findings.note(`measured ${measured.length} times: ${texts.join(", ")}`);
  }
  const parts = measured.map(({ part }) => part);
  const refusalTimes = measured.map(({ refusalMs }) => refusalMs);
  findings.atLeast("part of the capacity served", percentile(parts, 0.5), LEAST_PART);
  findings.atMost("p99 of refusals", percentile(refusalTimes, 0.5), REFUSAL_MS, " ms");
  judgeAnswers(findings, overloaded);
  judgeRecovery(findings, sentBetween(samples, end, Number.POSITIVE_INFINITY), end, unloaded);
  for (const [name, answers] of vital) {
    const wrong = answers.filter(({ status, ms }) => status < 200 || status > 299 || ms > VITAL_MS);
    findings.none(`late or failed of ${answers.length} ${name}`, wrong.map(describe));
  }
  return findings;
}

/** The part of the capacity that is served under overload, and the p99 of refusals in milliseconds. */
type Measured = { part: number; refusalMs: number };

const isWithinBounds = ({ part, refusalMs }: Measured) =>
  part >= LEAST_PART && refusalMs <= REFUSAL_MS;

/** Overloads the server shortly, each time between two measurements of its capacity, until most measurements are within bounds. */
async function repeatOverload(site: Site, kinds: Kind[], measured: Measured[]): Promise<void> {
  const { port } = site.server;
  const isDecided = () => measured.filter(isWithinBounds).length > MEASUREMENTS / 2;
  let before = await measureRate(port, kinds, REPEATED_CAPACITY_SECONDS);
  while (measured.length < MEASUREMENTS && !isDecided()) {
    const pace = { perSecond: before * FACTOR };
    const samples = await forkLoad({ port, kinds, pace, seconds: REPEATED_SECONDS });
    const after = await measureRate(port, kinds, REPEATED_CAPACITY_SECONDS);
    measured.push(judgeLoad(samples, 0, REPEATED_SECONDS, (before + after) / 2));
    before = after;
  }
}

/** @param start milliseconds after which the server was overloaded */
function judgeLoad(
  samples: readonly Sample[],
  start: number,
  seconds: number,
  capacity: number,
): Measured {
  const settled = start + SETTLE_MS;
  const served = rateBetween(samples, settled, start + seconds * 1000);
  const refusals = samples.filter((sample) => isRefusal(sample) && sample.at >= settled);
  return { part: served / capacity, refusalMs: p99(refusals) };
}

/** Returns how many requests per second succeed with a limited number of connections. */
async function measureRate(port: number, kinds: Kind[], seconds: number): Promise<number> {
  const pace = { connections: CAPACITY_CONNECTIONS };
  return rateBetween(await forkLoad({ port, kinds, pace, seconds }), 0, seconds * 1000);
}

/** Returns how many requests per second succeeded between two times in milliseconds. */
function rateBetween(samples: readonly Sample[], from: number, to: number): number {
  const isDoneInTime = ({ at, ms }: Sample) => at + ms >= from && at + ms < to;
  return (
    samples.filter((sample) => isOk(sample) && isDoneInTime(sample)).length / ((to - from) / 1000)
  );
}

function judgeAnswers(findings: Findings, samples: readonly Sample[]): void {
  findings.atLeast("refused", samples.filter(isRefusal).length, 1);
  const wrong = samples.filter((sample) => !isOk(sample) && !isRefusal(sample));
  findings.none(`wrong answers of ${samples.length}`, describeSamples(wrong));
}

/** The time after which every half second is normal: only successes, and nine of ten as fast as without load. */
function judgeRecovery(
  findings: Findings,
  samples: readonly Sample[],
  end: number,
  unloaded: number,
): void {
  const bound = Math.max(2 * unloaded, NOISE_MS);
  findings.note(`p99 without load ${Math.round(unloaded)} ms`);
  let recovered = Number.POSITIVE_INFINITY;
  for (let at = end + (AFTER_SECONDS - 1) * 1000; at >= end; at -= WINDOW_MS) {
    const window = sentBetween(samples, at, at + WINDOW_MS);
    const p90 = percentile(
      window.map(({ ms }) => ms),
      0.9,
    );
    if (!window.every(isOk) || p90 > bound) break;
    recovered = at - end;
  }
  findings.atMost("normal after", recovered / 1000, 5, " s");
}

function p99(samples: readonly Sample[]): number {
  return percentile(
    samples.map(({ ms }) => ms),
    0.99,
  );
}
