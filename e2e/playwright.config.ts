import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";
import { findBrowser, getPinnedBrowser } from "./browser.ts";
import { hasPinnedBrowser } from "./pinned-browser.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

// The workers read this file too, and inherit the port.
process.env.STYLES_PORT ??= String(await findFreePort());
const stylesUrl = `http://localhost:${process.env.STYLES_PORT}`;
const STYLES = { baseURL: stylesUrl, contextOptions: { reducedMotion: "reduce" } } as const;

if (!hasPinnedBrowser) {
  process.stdout.write("Pictures are not compared: their Chromium is for Linux on x64 alone.\n");
}

const pictures = {
  name: "pictures",
  testDir: "styles",
  testMatch: "pictures.spec.ts",
  use: { ...DESKTOP, ...STYLES, launchOptions: await getPinnedBrowser() },
};

export default defineConfig({
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  timeout: 45_000,
  updateSnapshots: "none",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  expect: { timeout: 20_000, toHaveScreenshot: { threshold: 0.01, maxDiffPixelRatio: 0.00005 } },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.JOURNEYS_REPORT ?? "test-results/report.json" }],
  ],
  use: {
    baseURL: process.env.BASE_URL ?? "http://localhost:3000",
    browserName: "chromium",
    launchOptions: await findBrowser(),
    locale: "en-US",
    timezoneId: "America/Denver",
  },
  globalSetup: "./until-ready.ts",
  webServer: { command: "node styles/serve.ts", url: `${stylesUrl}/styles` },
  projects: [
    { name: "phone", testDir: "journeys", testIgnore: "desktop/**", use: PHONE },
    { name: "desktop", testDir: "journeys", testIgnore: "phone/**", use: DESKTOP },
    {
      name: "parts",
      testDir: "styles",
      testMatch: "parts.spec.ts",
      use: { ...DESKTOP, ...STYLES },
    },
    ...(hasPinnedBrowser ? [pictures] : []),
  ],
});

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host: "localhost" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
