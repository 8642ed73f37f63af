import { sum, type Tally } from "./checks.ts";

/** What has passed and failed so far, over all runners. */
export class Tallies {
  total: Tally = { passed: 0, failures: [] };

  async add(run: () => Promise<Tally>): Promise<void> {
    this.total = sum([this.total, await run()]);
  }
}

/**
 * Runs the tests, names those that failed, prints the closing line and sets the exit code. What stops them
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
