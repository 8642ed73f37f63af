import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "@studbook/scripts/build";
import { NotPermitted } from "./not-permitted.ts";
import { printSummary, type Result } from "./print.ts";
import type { Row } from "./row.ts";
import { LONG_ROWS, ROWS } from "./rows.ts";
import { openStage, type Stage } from "./stage/stage.ts";

const USAGE = "Usage: pnpm test:faults [ROW...] [--json FILE]";

const HELP = `Causes faults on a real PostgreSQL and real servers, and compares what clients notice with docs/reliability.md.
Without names, all rows except ${listNames(LONG_ROWS)} run, which takes 20 minutes. ${listNames(LONG_ROWS)} takes an hour.
--json writes the results to a file. The exit code is 1 if a promise was not held.`;

const ALL_ROWS = [...ROWS, ...LONG_ROWS];

/** How long an interrupted row may take to end. */
const ROW_END_MS = 10_000;

/** Runs the rows that are named, or the whole table. The exit code is 1 if one of them is not held. */
async function main({ rows, file }: { rows: readonly Row[]; file?: string }): Promise<void> {
  await build();
  const signal = watchForInterruption();
  const interrupted = once(signal, "abort").then(() => undefined);
  const stage = await openStage();
  const results: Result[] = [];
  try {
    for (const row of rows) {
      if (signal.aborted) return;
      process.stdout.write(`${row.name} ...`);
      const running = runRow(row, stage);
      const result = await Promise.race([running, interrupted]);
      if (!result) {
        // Without its database the row fails, and then it removes what it has created.
        await stage.postgres.stop();
        await Promise.race([running, delay(ROW_END_MS)]);
        return;
      }
      results.push(result);
      process.stdout.write(` ${result.outcome}, ${Math.round(result.seconds)} s\n`);
    }
  } finally {
    await stage.close();
  }
  process.stdout.write(printSummary(results));
  if (file) await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  if (results.some(({ outcome }) => outcome === "NOT HELD")) process.exitCode = 1;
}

/** Ends this process with exit code 2 if the arguments are wrong. */
function parseArgumentsOrExit(): Parameters<typeof main>[0] {
  try {
    return parseArguments();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    process.exit(2);
  }
}

function parseArguments(): Parameters<typeof main>[0] {
  const { values, positionals: names } = parseArgs({
    options: { json: { type: "string" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(
      `${USAGE}\n\n${HELP}\n\nRows, in the order in which they run: ${listNames()}\n`,
    );
    process.exit();
  }
  const unknown = names.filter((name) => !ALL_ROWS.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(`Unknown rows: ${unknown.join(", ")}. Choose from: ${listNames()}`);
  }
  const rows = names.length > 0 ? ALL_ROWS.filter(({ name }) => names.includes(name)) : ROWS;
  return { rows, ...(values.json && { file: values.json }) };
}

function listNames(rows: readonly Row[] = ALL_ROWS): string {
  return rows.map(({ name }) => name).join(", ");
}

/** Aborts when this process is told to end. Further signals do not end the clean-up. */
function watchForInterruption(): AbortSignal {
  const controller = new AbortController();
  // The terminal may have been closed.
  process.stdout.on("error", () => undefined);
  const stop = () => {
    process.stdout.write(" interrupted; cleaning up (up to 10 s) ...\n");
    process.exitCode = 1;
    controller.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
  return controller.signal;
}

async function runRow(row: Row, stage: Stage): Promise<Result> {
  const { name, fault, promise } = row;
  await stage.postgres.recover();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const { held, figures } = await row.run(stage);
    const outcome = held ? "held" : "NOT HELD";
    return { name, fault, promise, outcome, figures, seconds: seconds() };
  } catch (error) {
    const isNotPermitted = error instanceof NotPermitted;
    const outcome = isNotPermitted ? "not permitted here" : "NOT HELD";
    const text = isNotPermitted
      ? error.message
      : `the row failed: ${error instanceof Error ? error.stack : error}`;
    const figures = [{ text, held: isNotPermitted }];
    return { name, fault, promise, outcome, figures, seconds: seconds() };
  }
}

await main(parseArgumentsOrExit());
// A row that failed may have left requests open. Besides, Node.js 26 can spin forever in its own cleanup of handles.
process.exit();
