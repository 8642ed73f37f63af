import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import bundled from "@sparticuz/chromium";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Sets CHROMIUM_PATH to an installed Chromium, or else to the one from npm (Linux x64), unpacked once
 * per test run.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ].find((path) => path !== undefined && existsSync(path));
  if (installed) {
    process.env.CHROMIUM_PATH = installed;
    return;
  }
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), "studbook-chromium-"));
  // The package always unpacks into the system's temporary folder, where a concurrent run or another
  // user may have unpacked it already.
  process.env.TMPDIR = folder;
  try {
    process.env.CHROMIUM_PATH = await bundled.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return async () => {
    delete process.env.CHROMIUM_PATH;
    await rm(folder, { recursive: true, force: true });
  };
}
