import type { Tally } from "./checks.ts";

/** What has passed and failed so far, over all runners. */
export class Tallies {
  passed = 0;
  failed = 0;

  async add(run: () => Promise<Tally>): Promise<void> {
    const { passed, failed } = await run();
    this.passed += passed;
    this.failed += failed;
  }
}

/**
 * Runs the tests, prints the closing line and sets the exit code. What stops them from running, a build
 * that fails for instance, counts as one failure.
 */
export async function finish(test: (tallies: Tallies) => Promise<void>): Promise<void> {
  const tallies = new Tallies();
  try {
    await test(tallies);
  } catch (error) {
    tallies.failed++;
    process.stdout.write(`\n${error instanceof Error ? error.message : error}\n`);
  }
  const { passed, failed } = tallies;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
