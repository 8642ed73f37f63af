import { type Browser, chromium } from "@playwright/test";

/** Starts the Chromium that `browser-setup.ts` has found. */
export function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH)
    throw new Error("CHROMIUM_PATH is not set. Run these tests in Vitest's `browser` project.");
  const args = ["--no-sandbox", "--disable-gpu"];
  return chromium.launch({ executablePath: CHROMIUM_PATH, args });
}
