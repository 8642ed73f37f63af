import { fileURLToPath } from "node:url";
import { build } from "@studbook/scripts/build";
import { type Options, parseOptions } from "./options.ts";
import { memory } from "./parts/memory.ts";
import { misses } from "./parts/misses.ts";
import { mixed } from "./parts/mixed.ts";
import type { Part } from "./parts/part.ts";
import { peers } from "./parts/peers.ts";
import { scale } from "./parts/scale.ts";
import { servers } from "./parts/servers.ts";
import { vitals } from "./parts/vitals.ts";
import { describeMachine, writeSections } from "./report/results-file.ts";
import { countMisses, type Table, toMarkdown } from "./report/table.ts";
import { openStage, type Stage } from "./stage/stage.ts";

const PARTS: readonly Part[] = [memory, misses, scale, mixed, servers, peers, vitals];
const RESULTS = fileURLToPath(new URL("./RESULTS.md", import.meta.url));

const USAGE = "Usage: pnpm bench [PART...] [OPTIONS]";

const HELP = `Measures the product's speed in comparison with baselines, on Linux with at least two cores. Without names, all parts run.
The results are printed and written to bench/RESULTS.md. The exit code is 1 if a goal is missed.

Parts, in the order in which they run:
${PARTS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join("\n")}

Options:
  --ads 10k,100k,1M   sizes of the databases, which are built once and stored in .data-bench
  --rounds 5          rounds per measurement, after a warm-up
  --seconds 4         duration of a round
  --minutes 5         duration of the mixed traffic
  --addresses 1M      distinct addresses after the mixed traffic`;

async function main(parts: readonly Part[], options: Options): Promise<void> {
  if (process.platform !== "linux") throw new Error("pnpm bench needs Linux's /proc and taskset");
  // The children end with this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  await build();
  const stage = await openStage();
  const sections = new Map<string, string>();
  try {
    const machine = await describeMachine(stage.databases.version);
    for (const part of parts) {
      process.stdout.write(`${part.name} ...\n`);
      const tables = await measurePart(part, stage, options);
      if (!tables) continue;
      const text = tables.map(toMarkdown).join("\n");
      process.stdout.write(`\n${text}\n`);
      sections.set(part.name, `${machine} ${describeOptions(options)}\n\n${text}`);
      await writeSections(RESULTS, sections);
      const misses = countMisses(tables);
      if (misses === 0) continue;
      process.stdout.write(`${part.name}: ${misses} of the rows miss a goal.\n`);
      process.exitCode = 1;
    }
  } finally {
    await stage.close();
  }
}

/** Prints why a part fails and returns undefined, so that the others can still run. */
async function measurePart(
  part: Part,
  stage: Stage,
  options: Options,
): Promise<Table[] | undefined> {
  try {
    return await part.measure(stage, options);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${part.name} failed: ${error instanceof Error ? error.stack : error}\n`);
    return undefined;
  }
}

function describeOptions({ rounds, seconds }: Options): string {
  return `${rounds} rounds of ${seconds} s.`;
}

/** Ends this process with exit code 2 if the arguments are wrong. */
function parseArgumentsOrExit(): [parts: readonly Part[], options: Options] {
  try {
    const names = PARTS.map(({ name }) => name);
    const { help, parts, options } = parseOptions(process.argv.slice(2), names);
    if (!help) return [PARTS.filter(({ name }) => parts.includes(name)), options];
    process.stdout.write(`${USAGE}\n\n${HELP}\n`);
    process.exit();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    process.exit(2);
  }
}

await main(...parseArgumentsOrExit());
process.exit();
