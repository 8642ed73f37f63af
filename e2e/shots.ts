import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "@playwright/test";
import { launchBrowser } from "@studbook/chromium/test/browser";
import { placeSideBySide } from "./photos/place-side-by-side.ts";
import { settle } from "./photos/settle.ts";
import { COUPON_TOAST_STATES } from "./states/admin/coupon-states.ts";
import { ADMIN_ALERT_STATES } from "./states/admin/dialog-states.ts";
import { ADMIN_STATES } from "./states/admin-states.ts";
import { DIALOG_STATES, MEMBER_STATES } from "./states/member-states.ts";
import { PHOTO_VIEWER_STATES } from "./states/photo-viewer-states.ts";
import type { State } from "./states/state.ts";
import { STATES } from "./states/states.ts";

const FOLDER = fileURLToPath(new URL("../shots/", import.meta.url));
const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const SCHEMES = ["light", "dark"] as const;
const SIZES = [
  { width: 390, height: 844, isMobile: true, hasTouch: true },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
];

const { values: flags } = parseArgs({
  options: { only: { type: "string" }, beside: { type: "string" } },
});

/**
 * Takes a screenshot of every state of the pages on the server at BASE_URL, such as `shots/search-390-dark.png`.
 * `--only ad` takes the states whose name contains `ad`. `--beside FOLDER` also saves each next to the image with the
 * same name in that folder. These are for reviews; no test compares them.
 */
async function main(): Promise<void> {
  // The public states come first, since the others leave a session behind.
  const all = [
    ...STATES,
    ...PHOTO_VIEWER_STATES,
    ...MEMBER_STATES,
    ...DIALOG_STATES,
    ...ADMIN_STATES,
    ...ADMIN_ALERT_STATES,
    ...COUPON_TOAST_STATES,
  ];
  const states = all.filter(({ name }) => name.includes(flags.only ?? ""));
  if (!flags.only) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const { width, height, ...device } of SIZES) {
      const context = await browser.newContext({
        baseURL: BASE_URL,
        viewport: { width, height },
        reducedMotion: "reduce",
        locale: "en-US",
        ...device,
      });
      for (const state of states.filter(({ maxWidth = width }) => width <= maxWidth)) {
        await photograph(context, state, width);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function photograph(context: BrowserContext, state: State, width: number): Promise<void> {
  const page = await context.newPage();
  try {
    await state.open(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await save(page, state, `${state.name}-${width}-${scheme}.png`);
    }
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${state.name} at ${width} pixels: ${error}\n`);
  } finally {
    await context.setOffline(false);
    await page.close();
  }
}

async function save(page: Page, state: State, name: string): Promise<void> {
  if (state.screenshot !== "first screen") {
    // Otherwise sticky elements cover the middle of a screenshot of the whole page.
    const isLast = state.screenshot === "last screen";
    await page.evaluate((y) => window.scrollTo(0, y), isLast ? Number.MAX_SAFE_INTEGER : 0);
  }
  await settle(page);
  const path = join(FOLDER, name);
  await page.screenshot({ path, fullPage: !state.screenshot, animations: "disabled" });
  process.stdout.write(`${name}\n`);
  if (flags.beside)
    await placeSideBySide(join(flags.beside, name), path, join(FOLDER, "beside", name));
}

await main();
