import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { watchContainer } from "./container.ts";
import { gather, live } from "./honest.ts";
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
/** How much slower the slowest hundredth may be under attack. */
const MOST = 3;

/** Honest people by themselves, then beside every attack: who was slowed down or refused, and what it cost. */
async function main(): Promise<void> {
  comeFirst();
  const crowd = await gather(60, 6);
  const container = flags.container ? watchContainer(flags.container) : undefined;
  const tellMemory = () => container?.tell() ?? "no container was named";
  const quiet: Samples = new Map();
  say(`quiet for ${flags.quiet} min`);
  await live(crowd, quiet, AbortSignal.timeout(Number(flags.quiet) * MINUTE_MS));

  say(`attacked for ${flags.minutes} min; before: ${tellMemory()}`);
  const VICTIMS = crowd.victims.map(({ username }) => username).join(",");
  const env = { ...process.env, VICTIMS, ONLY: flags.only };
  const attackers = fork(ATTACKERS, { env, detached: true });
  if (attackers.pid !== undefined) weigh(attackers.pid, constants.priority.PRIORITY_LOW);
  await once(attackers, "message");
  const attacked: Samples = new Map();
  await live(crowd, attacked, AbortSignal.timeout(Number(flags.minutes) * MINUTE_MS));
  attackers.send("stop");
  const [outcomes] = await once(attackers, "message");

  say(`after: ${tellMemory()}`);
  for (const [name, counted] of Object.entries(outcomes))
    say(`${name}: ${JSON.stringify(counted)}`);
  process.exitCode = report(quiet, attacked) ? 0 : 1;
}

/** Honest people have machines of their own too, so how long this one lets them wait is not what they see of the server. */
function comeFirst(): void {
  try {
    weigh(process.pid, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    say(`honest people wait for this machine too, as only root may change that: ${error}`);
  }
}

/**
 * Sets how much of the processors a process gets beside others. Attackers get what nobody else wants: attacking costs
 * machines of their own. Linux weighs sessions before it weighs processes (sched(7), autogroups).
 */
function weigh(pid: number, priority: number): void {
  setPriority(pid, priority);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) writeFileSync(session, String(priority));
}

/** Prints a line for each kind and one for all together; whether the goal holds for every kind. */
function report(quiet: Samples, attacked: Samples): boolean {
  say("\n| request | quiet p50, p99 | attacked p50, p99 | ratio of p99 | answers under attack |");
  say("|---|---|---|---|---|");
  let holds = true;
  for (const [kind, { times, statuses }] of attacked) {
    const answers = [...statuses].map(([status, n]) => `${status} x ${n}`).join(", ");
    const failed = [...statuses.keys()].some((status) => !/^2\d\d$/.test(status));
    const ratio = compare(kind, quiet.get(kind)?.times ?? [], times, answers);
    if (failed || !(ratio <= MOST)) holds = false;
  }
  compare("all together", allTimes(quiet), allTimes(attacked), "");
  return holds;
}

function allTimes(samples: Samples): number[] {
  return [...samples.values()].flatMap(({ times }) => times);
}

/** Prints a line. Returns the ratio of the p99. */
function compare(
  name: string,
  before: readonly number[],
  times: readonly number[],
  answers: string,
): number {
  const ratio = percentile(times, 0.99) / percentile(before, 0.99);
  say(`| ${[name, figures(before), figures(times), ratio.toFixed(2), answers].join(" | ")} |`);
  return ratio;
}

function figures(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.99).toFixed(0)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
