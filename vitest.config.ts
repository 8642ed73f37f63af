import { defineConfig } from "vitest/config";

const PURE = [
  "packages/{client,demo,domain,ui,stripe-sandbox}/**/*.test.{ts,tsx}",
  "{apps,packages}/**/*.unit.test.{ts,tsx}",
];

const BROWSER = "packages/**/*.browser.test.ts";
const DEMO_SETTINGS = "scripts/demo-settings.test.ts";

// What is awaited comes late on a machine with much else to do.
const expectLate = { poll: { timeout: 20_000 } };

/** `unit` needs nothing but Node, `browser` a Chromium, `integration` PostgreSQL. */
export default defineConfig({
  test: {
    // Much of what they do is waiting: for a database, a server of their own, a provider that hangs.
    maxWorkers: 4,
    // Files share their modules, as requests of a server do: loading them takes longer than most tests.
    isolate: false,
    projects: [
      {
        test: {
          name: "unit",
          include: [...PURE, "apps/web/**/*.test.{ts,tsx}", "{scripts,lint}/**/*.test.ts"],
          exclude: ["**/node_modules/**", BROWSER, DEMO_SETTINGS],
          expect: expectLate,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "browser",
          include: [BROWSER],
          exclude: ["**/node_modules/**"],
          globalSetup: ["packages/stripe-sandbox/test/browser-setup.ts"],
          expect: expectLate,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["{apps/api,packages/{db,local-postgres,testing}}/**/*.test.ts", DEMO_SETTINGS],
          exclude: ["**/node_modules/**", "**/*.unit.test.ts"],
          globalSetup: ["packages/db/test/global-setup.ts"],
          expect: expectLate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
