import { run } from "./run.ts";

/** `failures` has the name of each test that failed on its first line, and may tell why on further ones. */
export type Tally = { passed: number; failures: string[] };

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
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
  const tally: Tally = { passed: 0, failures: [] };
  for (const [name, command, args] of CHECKS) {
    const { code, output } = await run(command, args);
    process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name}\n`);
    if (code === 0) tally.passed++;
    else {
      tally.failures.push(name);
      process.stdout.write(`${output}\n`);
    }
  }
  return tally;
}
