import { type Browser, chromium } from "@playwright/test";

/** Starts the Chromium that `test-browser-setup.ts` has found. */
export function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH) throw new Error("These tests run in vitest's project `browser`");
  const args = ["--no-sandbox", "--disable-gpu"];
  return chromium.launch({ executablePath: CHROMIUM_PATH, args });
}
