import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import bundled from "@sparticuz/chromium";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

export type Browser = { executablePath: string; args: string[] };

/** The browser of the journeys: an installed Chromium or Chrome, else the one from npm (Linux x64). */
export async function findBrowser(): Promise<Browser> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    MAC,
  ].find((path) => path !== undefined && existsSync(path));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  // Not the bundle's own flags: one process for all and no web security, meant for AWS Lambda.
  return { executablePath: installed ?? (await bundled.executablePath()), args };
}
