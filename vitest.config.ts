import { defineConfig } from "vitest/config";

const BROWSER = "{apps,packages}/**/*.browser.test.ts";
/** These folders have tests on PostgreSQL, and others whose names end in `.unit.test.ts`. */
const POSTGRES = "{apps/api,packages/{db,local-postgres,testing},scripts}/**/!(*.unit).test.ts";
const FAULTS = "faults/**/*.test.ts";
const LEFT_OUT = ["**/node_modules/**", ...(process.env.WITHOUT_DEEP_TESTS ? ["**/*.deep.*"] : [])];

// Results come late on a machine that is busy with other things.
const expectLate = { poll: { timeout: 20_000 } };

const onPostgres = {
  globalSetup: ["packages/db/test/global-setup.ts"],
  expect: expectLate,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Every test belongs to one project: `browser` needs Chromium, `integration` and `faults` PostgreSQL, `unit` only Node.js. */
export default defineConfig({
  test: {
    // Most of the time they wait: for a database, a server or a provider that hangs.
    maxWorkers: 5,
    // Files share their modules, as requests to a server do: loading them takes longer than most tests.
    isolate: false,
    // A deprecated call, such as a query on a busy connection, fails the run.
    execArgv: ["--throw-deprecation"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...LEFT_OUT, BROWSER, POSTGRES, FAULTS],
          expect: expectLate,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: [BROWSER],
          exclude: LEFT_OUT,
          globalSetup: ["packages/chromium/test/global-setup.ts"],
          expect: expectLate,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          include: [POSTGRES],
          exclude: LEFT_OUT,
          ...onPostgres,
        },
      },
      {
        test: {
          name: "faults",
          include: [FAULTS],
          // They measure promised times, so they run after all others.
          sequence: { groupOrder: 1 },
          ...onPostgres,
        },
      },
    ],
  },
});
