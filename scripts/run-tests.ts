import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { run } from "./run.ts";
import type { Tally } from "./tally.ts";

const REPORTER = fileURLToPath(new URL("vitest-reporter.ts", import.meta.url));
const E2E = fileURLToPath(new URL("../e2e", import.meta.url));
const Report = z.object({ passed: z.number(), failures: z.array(z.string()) });
const TURBO_RUN = ["run", "--output-logs=errors-only", "--log-prefix=none"];

/** The checks that only read the sources. Each counts as one test. */
export async function runChecks(): Promise<Tally> {
  const tallies = await Promise.all([
    runCheck("format and lint", [...TURBO_RUN, "lint"]),
    runCheck("package boundaries", ["boundaries"]),
    runCheck("unused code and dependencies", [...TURBO_RUN, "knip"]),
    runCheck("types", [
      ...TURBO_RUN,
      "--continue=dependencies-successful",
      "typecheck",
      "typecheck:root",
    ]),
  ]);
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Builds everything that changed. Counts as one test. */
export function runBuild(): Promise<Tally> {
  return runCheck("build", [...TURBO_RUN, "build"]);
}

async function runCheck(name: string, args: readonly string[]): Promise<Tally> {
  const { code, output } = await run("turbo", args);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name}\n`);
  if (code === 0) return { passed: 1, failures: [] };
  process.stdout.write(`${output}\n`);
  return fail(name);
}

/** Deep tests are slow ones of what seldom breaks. Their files have `.deep` in the name, or single journeys this tag. */
const DEEP_JOURNEYS = "@deep|\\.deep\\.";

/**
 * Runs the tests of these Vitest projects except deep ones, or only those whose path contains `filter`. Tests without a time
 * limit of their own have `timeoutMs` instead of the usual one.
 */
export function runVitest(
  projects: readonly string[],
  { filter, timeoutMs }: { filter?: string; timeoutMs?: number } = {},
): Promise<Tally> {
  const args = [
    "run",
    ...(filter ? [filter] : []),
    ...(timeoutMs ? [`--testTimeout=${timeoutMs}`] : []),
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    `--reporter=${REPORTER}`,
  ];
  return runTests("Vitest", "vitest", args, { env: filter ? {} : { WITHOUT_DEEP_TESTS: "1" } });
}

/** Runs the journeys except deep ones. */
export function runJourneys(): Promise<Tally> {
  return runPlaywright([`--grep-invert=${DEEP_JOURNEYS}`]);
}

/** Runs all journeys and compares all screenshots. */
export function runAllJourneys(): Promise<Tally> {
  return runPlaywright([]);
}

function runPlaywright(options: readonly string[]): Promise<Tally> {
  return runTests("Playwright", join(E2E, "node_modules/.bin/playwright"), ["test", ...options], {
    cwd: E2E,
  });
}

/**
 * Runs a test runner with a reporter that calls `reportTally`. A runner that exits before its report, or with an
 * error although no test failed, counts as one failure.
 */
async function runTests(
  name: string,
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), "studbook-tally-"));
  const TALLY_FILE = join(folder, "tally.json");
  try {
    const { code } = await run(command, args, {
      env: { ...process.env, ...env, TALLY_FILE },
      echo: true,
      ...(cwd && { cwd }),
    });
    if (!existsSync(TALLY_FILE))
      return fail(`${name} exited with code ${code} without reporting any tests`);
    const tally = Report.parse(JSON.parse(await readFile(TALLY_FILE, "utf8")));
    if (code !== 0 && tally.failures.length === 0)
      tally.failures.push(`${name} exited with code ${code}, although no test failed`);
    return tally;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fail(failure: string): Tally {
  return { passed: 0, failures: [failure] };
}
