import type { Measured } from "../measure.ts";
import { median, ratioOf, type Spread } from "../spread.ts";
import { atLeast, atMost, type Goal } from "./goal.ts";
import { formatPair, formatSpread, type Row } from "./table.ts";

/** The columns of {@link compareWithBaseline}. */
export const COMPARISON_HEAD = [
  "",
  "ratio by CPU",
  "server µs",
  "database µs",
  "ratio of throughput",
  "per second",
  "ratio of p99",
  "p99 ms",
];

/** Explains the columns. */
export const COMPARISON_NOTES =
  "Pairs are product / baseline. CPU times are per request. The ratio by CPU is the baseline's CPU time of server and database " +
  "divided by the product's.";

export type Limits = { ratio?: number; p99?: number };

/** Compares the product with a baseline. The ratio of CPU times decides, because other work on the machine changes it least. */
export function compareWithBaseline(
  name: string,
  product: Measured,
  baseline: Measured,
  limits: Limits = {},
): Row {
  const ratio = ratioOf(totalUs(baseline), totalUs(product));
  const p99 = ratioOf(product.p99Ms, baseline.p99Ms);
  const pair = (key: keyof Measured, digits: number) =>
    formatPair(median(product[key]), median(baseline[key]), digits);
  return {
    cells: [
      name,
      formatSpread(ratio),
      pair("serverUs", 1),
      pair("databaseUs", 1),
      formatSpread(ratioOf(product.perSecond, baseline.perSecond)),
      pair("perSecond", 0),
      formatSpread(p99),
      pair("p99Ms", 2),
    ],
    goals: listGoals(ratio, p99, limits),
  };
}

function listGoals(ratio: Spread, p99: Spread, limits: Limits): Goal[] {
  const goals: Goal[] = [];
  if (limits.ratio !== undefined) goals.push(atLeast("ratio", ratio.median, limits.ratio));
  if (limits.p99 !== undefined) goals.push(atMost("p99", p99.median, limits.p99));
  return goals;
}

/** Returns the CPU time of server and database per request, in microseconds, of each round. */
export function totalUs({ serverUs, databaseUs }: Measured): number[] {
  return serverUs.map((us, round) => us + (databaseUs[round] ?? Number.NaN));
}
