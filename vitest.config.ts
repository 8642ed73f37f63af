import { defineConfig } from "vitest/config";

const BROWSER = "{apps,packages}/**/*.browser.test.ts";
/** These folders have tests on PostgreSQL, and others whose names end in `.unit.test.ts`. */
const POSTGRES =
  "{apps/api,packages/{db,local-postgres,testing},faults,scripts}/**/!(*.unit).test.ts";

// Results come late on a machine that is busy with other things.
const expectLate = { poll: { timeout: 20_000 } };

/** Every test belongs to one project: `browser` needs Chromium, `integration` PostgreSQL, `unit` only Node.js. */
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
          exclude: ["**/node_modules/**", BROWSER, POSTGRES],
          expect: expectLate,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: [BROWSER],
          exclude: ["**/node_modules/**"],
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
          exclude: ["**/node_modules/**"],
          globalSetup: ["packages/db/test/global-setup.ts"],
          expect: expectLate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
