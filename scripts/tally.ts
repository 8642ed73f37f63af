import { stripVTControlCharacters } from "node:util";
import { sum, type Tally } from "./checks.ts";

/** What has passed and failed so far, over all runners. */
export class Tallies {
  total: Tally = { passed: 0, failures: [] };

  async add(run: () => Promise<Tally>): Promise<void> {
    const tally = await run();
    this.total = sum([this.total, tally]);
  }
}

const LINES_TOLD = 12;
const LINE_LENGTH = 240;
/** A line of a stack that lies in no file of ours. */
const OTHERS_CALL = /^\s+at (.*node_modules|new Promise)/;

/** The name of a test that failed and the beginning of each of its runner's messages, a line each. */
export function tellFailure(name: string, ...messages: string[]): string {
  const told = messages.flatMap((message) => {
    const lines = stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() && !OTHERS_CALL.test(line));
    return lines.slice(0, LINES_TOLD).map((line) => `    ${line.slice(0, LINE_LENGTH)}`);
  });
  return [name, ...told].join("\n");
}

/**
 * Runs the tests, tells of those that failed, prints the closing line and sets the exit code. What stops them
 * from running, a build that fails for instance, counts as one failure.
 */
export async function finish(test: (tallies: Tallies) => Promise<void>): Promise<void> {
  const tallies = new Tallies();
  try {
    await test(tallies);
  } catch (error) {
    tallies.total.failures.push(error instanceof Error ? error.message : String(error));
  }
  const { passed, failures } = tallies.total;
  if (failures.length > 0) process.stdout.write("\n");
  for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
}
