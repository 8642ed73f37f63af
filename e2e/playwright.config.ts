import { defineConfig } from "@playwright/test";
import { findBrowser } from "./browser.ts";

const { executablePath, args } = await findBrowser();

export default defineConfig({
  testDir: "journeys",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 45_000,
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.JOURNEYS_REPORT ?? "test-results/report.json" }],
  ],
  use: {
    baseURL: process.env.BASE_URL ?? "http://localhost:3000",
    browserName: "chromium",
    launchOptions: { executablePath, args },
    locale: "en-US",
    timezoneId: "America/Denver",
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
  ],
});
