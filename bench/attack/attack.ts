import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { watchContainer } from "./container.ts";
import { createCrowd, runCrowd } from "./crowd.ts";
import { percentile, type Samples } from "./samples.ts";

const { values: flags } = parseArgs({
  options: {
    quiet: { type: "string", default: "4" },
    minutes: { type: "string", default: "15" },
    container: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const MINUTE_MS = 60_000;
const ATTACKERS = fileURLToPath(new URL("./attackers.ts", import.meta.url));
const MAX_P99_RATIO = 3;

/** Measures legitimate traffic without attacks, then during all attacks, and compares the two. */
async function main(): Promise<void> {
  raiseOwnPriority();
  const crowd = await createCrowd(60, 6);
  const container = flags.container ? watchContainer(flags.container) : undefined;
  const describeMemory = () => container?.describe() ?? "no container given";
  const quiet: Samples = new Map();
  print(`no attacks for ${flags.quiet} min`);
  await runCrowd(crowd, quiet, AbortSignal.timeout(Number(flags.quiet) * MINUTE_MS));

  print(`attacks for ${flags.minutes} min; before: ${describeMemory()}`);
  const VICTIMS = crowd.victims.map(({ username }) => username).join(",");
  const env = { ...process.env, VICTIMS, ONLY: flags.only };
  const attackers = fork(ATTACKERS, { env, detached: true });
  if (attackers.pid !== undefined) setCpuPriority(attackers.pid, constants.priority.PRIORITY_LOW);
  await once(attackers, "message");
  const attacked: Samples = new Map();
  await runCrowd(crowd, attacked, AbortSignal.timeout(Number(flags.minutes) * MINUTE_MS));
  attackers.send("stop");
  const [outcomes] = await once(attackers, "message");

  print(`after: ${describeMemory()}`);
  for (const [name, counts] of Object.entries(outcomes)) {
    print(`${name}: ${JSON.stringify(counts)}`);
  }
  process.exitCode = report(quiet, attacked) ? 0 : 1;
}

/** Real clients run on their own machines, so waiting for this machine's CPU must not count as latency. */
function raiseOwnPriority(): void {
  try {
    setCpuPriority(process.pid, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    print(
      `Latencies include waiting for this machine's CPU. Run as root to avoid that. (${error})`,
    );
  }
}

/**
 * Sets a process's share of the CPU. Attackers get the lowest, since real ones have their own machines. Linux
 * schedules sessions before processes, so the session's priority is set too (sched(7), autogroups).
 */
function setCpuPriority(pid: number, priority: number): void {
  setPriority(pid, priority);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) writeFileSync(session, String(priority));
}

/** Prints a table row per kind of request and one for all together. Returns whether all kinds meet the goal. */
function report(quiet: Samples, attacked: Samples): boolean {
  print(
    "\n| request | quiet p50, p99 | attacked p50, p99 | ratio of p99 | statuses under attack |",
  );
  print("|---|---|---|---|---|");
  let isMet = true;
  for (const [kind, { times, statuses }] of attacked) {
    const statusCounts = [...statuses].map(([status, n]) => `${status} x ${n}`).join(", ");
    const failed = [...statuses.keys()].some((status) => !/^2\d\d$/.test(status));
    const ratio = compare(kind, quiet.get(kind)?.times ?? [], times, statusCounts);
    if (failed || !(ratio <= MAX_P99_RATIO)) isMet = false;
  }
  compare("all together", allTimes(quiet), allTimes(attacked), "");
  return isMet;
}

function allTimes(samples: Samples): number[] {
  return [...samples.values()].flatMap(({ times }) => times);
}

/** Prints a table row. Returns the ratio of the p99 latencies. */
function compare(
  name: string,
  before: readonly number[],
  times: readonly number[],
  statusCounts: string,
): number {
  const ratio = percentile(times, 0.99) / percentile(before, 0.99);
  print(
    `| ${[name, figures(before), figures(times), ratio.toFixed(2), statusCounts].join(" | ")} |`,
  );
  return ratio;
}

function figures(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.99).toFixed(0)} ms`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
