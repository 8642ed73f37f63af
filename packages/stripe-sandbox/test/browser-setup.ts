import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import bundled from "@sparticuz/chromium";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Leaves in CHROMIUM_PATH an installed Chromium, else the one from npm (Linux x64), unpacked once for all
 * the tests of a run.
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
  // The package has no parameter for the folder: it unpacks into the system's temporary one, which
  // another user's run, or one beside this, may have used.
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
