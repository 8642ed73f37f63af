import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import bundled from "@sparticuz/chromium";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** How to launch an installed Chromium, else the one from npm (Linux x64). */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ].find((path) => path !== undefined && existsSync(path));
  const executablePath = installed ?? (await bundled.executablePath());
  return { executablePath, args: ["--no-sandbox", "--disable-gpu"] };
}
