import { run } from "./run.ts";

export type Tally = { passed: number; failed: number };

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
  };
}

const CHECKS: [name: string, command: string, args: string[]][] = [
  ["format and lint", "biome", ["ci", "--error-on-warnings"]],
  ["package boundaries", "turbo", ["boundaries"]],
  ["unused code and dependencies", "knip", []],
  ["types", "turbo", ["run", "typecheck", "--force", "--output-logs=errors-only"]],
];

/** The checks that read the sources alone. Each counts as one test. */
export async function runChecks(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0 };
  for (const [name, command, args] of CHECKS) {
    const { code, output } = await run(command, args);
    process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name}\n`);
    if (code === 0) tally.passed++;
    else {
      tally.failed++;
      process.stdout.write(`${output}\n`);
    }
  }
  return tally;
}
