import { defineConfig } from "@playwright/test";
import { getPinnedBrowser, getTestBrowser } from "@studbook/chromium/test/browser";
import { hasPinnedBrowser } from "@studbook/chromium/test/pinned-browser";

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
    // Those of journeys/phone are on a phone instead.
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    timezoneId: "America/Denver",
  },
  // As few as possible: each one starts its own workers and browsers.
  projects: [
    { name: "journeys", testMatch: ["journeys/**", "styles/components.spec.ts"] },
    ...(hasPinnedBrowser ? [await describeScreenshots()] : []),
  ],
});

async function describeScreenshots() {
  return {
    name: "screenshots",
    testMatch: "styles/screenshots.deep.spec.ts",
    use: { launchOptions: await getPinnedBrowser() },
  };
}
