import { defineConfig } from "@playwright/test";
import { getPinnedBrowser, getTestBrowser } from "@studbook/chromium/test/browser";
import { hasPinnedBrowser } from "@studbook/chromium/test/pinned-browser";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const STYLES = {
  baseURL: process.env.STYLES_URL,
  contextOptions: { reducedMotion: "reduce" },
} as const;

if (!hasPinnedBrowser) {
  process.stdout.write("Skipping screenshots: their Chromium runs only on Linux x64.\n");
}

export default defineConfig({
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 45_000,
  updateSnapshots: "none",
  snapshotPathTemplate: "screenshots/{arg}{ext}",
  expect: { timeout: 20_000, toHaveScreenshot: { threshold: 0.01, maxDiffPixelRatio: 0.00005 } },
  reporter: [["list"], ["./tally-reporter.ts"]],
  // Sets BASE_URL and STYLES_URL. The workers evaluate this file afterwards.
  globalSetup: "./global-setup.ts",
  use: {
    baseURL: process.env.BASE_URL,
    browserName: "chromium",
    launchOptions: await getTestBrowser(),
    locale: "en-US",
    timezoneId: "America/Denver",
  },
  projects: [
    { name: "phone", testDir: "journeys", testIgnore: "desktop/**", use: PHONE },
    { name: "desktop", testDir: "journeys", testIgnore: "phone/**", use: DESKTOP },
    {
      name: "components",
      testDir: "styles",
      testMatch: "components.spec.ts",
      use: { ...DESKTOP, ...STYLES },
    },
    ...(hasPinnedBrowser ? [await describeScreenshots()] : []),
  ],
});

async function describeScreenshots() {
  return {
    name: "screenshots",
    testDir: "styles",
    testMatch: "screenshots.spec.ts",
    use: { ...DESKTOP, ...STYLES, launchOptions: await getPinnedBrowser() },
  };
}
