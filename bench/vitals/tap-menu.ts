import type { Browser, Locator } from "@playwright/test";
import { observeVitals } from "./observe-vitals.ts";
import { withPhone } from "./phone.ts";

export type Taps = {
  /** The longest time from a tap to the next paint, in milliseconds; 0 if both took less than 16 ms. */
  inpMs: number;
  /** Whether the tap before hydration opened the menu in the end. */
  isEarlyTapDone: boolean;
};

const REPEAT_MS = 1000;

/** Taps the menu's button as soon as it is visible, which is before hydration, and again after it. */
export async function tapMenu(browser: Browser, url: string): Promise<Taps> {
  return await withPhone(browser, async (page) => {
    await page.addInitScript(observeVitals);
    await page.goto(url, { waitUntil: "commit" });
    const button = page.locator("header button[aria-expanded]");
    await page.waitForFunction(() => window.observed?.lcpMs > 0);
    await tap(button);
    const isEarly = await page.evaluate(() => window.observed.hydratedMs === undefined);
    if (!isEarly) throw new Error(`${url} was hydrated before the first tap`);
    await page.waitForFunction(() => window.observed.hydratedMs !== undefined);
    await page.waitForTimeout(REPEAT_MS);
    const isEarlyTapDone = (await button.getAttribute("aria-expanded")) === "true";
    await tap(button);
    await page.waitForTimeout(REPEAT_MS);
    const inpMs = await page.evaluate(() => window.observed.inpMs);
    return { inpMs, isEarlyTapDone };
  });
}

/** Playwright's own `tap` would wait until the element is stable. */
async function tap(button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error("The menu's button is not visible");
  await button.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}
