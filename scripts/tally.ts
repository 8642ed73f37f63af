import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Tally = {
  passed: number;
  /** One text for each failed test: its name on the first line, its errors on the lines below. */
  failures: string[];
};

const LINES_PER_ERROR = 12;
const LINE_LENGTH = 240;
const FOREIGN_STACK_LINE = /^\s+at (.*node_modules|new Promise)/;

/** Returns the name of a failed test with the first lines of each of its errors below it. */
export function describeFailure(name: string, errors: readonly string[]): string {
  const lines = errors.flatMap((error) =>
    stripVTControlCharacters(error)
      .split("\n")
      .filter((line) => line.trim() && !FOREIGN_STACK_LINE.test(line))
      .slice(0, LINES_PER_ERROR)
      .map((line) => `    ${line.slice(0, LINE_LENGTH)}`),
  );
  return [name, ...lines].join("\n");
}

/** Passes the tally of a reporter to `runTests`. Does nothing if the test runner was not started by it. */
export function reportTally(tally: Tally): void {
  const { TALLY_FILE } = process.env;
  if (TALLY_FILE) writeFileSync(TALLY_FILE, JSON.stringify(tally));
}

/**
 * Runs tests, then prints every failure and the closing line, and sets the exit code. An error that stops the
 * tests, such as a database that does not start, counts as one failure.
 */
export async function finish(
  test: (count: (tally: Promise<Tally>) => Promise<Tally>) => Promise<void>,
): Promise<void> {
  const total: Tally = { passed: 0, failures: [] };
  const count = async (counting: Promise<Tally>) => {
    const tally = await counting;
    total.passed += tally.passed;
    total.failures.push(...tally.failures);
    return tally;
  };
  try {
    await test(count);
  } catch (error) {
    total.failures.push(error instanceof Error ? error.message : String(error));
  }
  const { passed, failures } = total;
  if (failures.length > 0) process.stdout.write("\n");
  for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
}
