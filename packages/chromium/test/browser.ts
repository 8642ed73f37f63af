import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { unpackPinnedBrowser } from "./pinned-browser.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** Pages of tests live too briefly for optimized code and a process for each of them. */
const TEST_ARGS = ["--js-flags=--no-opt,--no-maglev", "--process-per-site"];

export type Executable = { executablePath: string; args: string[]; env?: Record<string, string> };

/**
 * Returns the browser of the tests and benchmarks: an installed Chromium or Chrome, otherwise the one from npm. Throws if none is
 * installed and npm has none for this machine.
 */
export async function getBrowser(): Promise<Executable> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    MAC,
  ].find((path) => path !== undefined && existsSync(path));
  return installed ? { executablePath: installed, args: ARGS } : getPinnedBrowser();
}

/** Returns the browser of the reference screenshots, the same on every machine. Throws if npm has none for this one. */
export async function getPinnedBrowser(): Promise<Executable> {
  // The bundle's own flags are for AWS Lambda: a single process, and no web security.
  const { executablePath, args, env } = await unpackPinnedBrowser();
  return { executablePath, args: [...ARGS, ...args], env };
}

/** Returns the browser of {@link getBrowser} with options that save time. Throws what it throws. */
export async function getTestBrowser(): Promise<Executable> {
  const browser = await getBrowser();
  return { ...browser, args: [...browser.args, ...TEST_ARGS] };
}

/** Starts the browser of {@link getTestBrowser}. Throws what it throws. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch(await getTestBrowser());
}
