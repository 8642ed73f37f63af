import { expect, type Locator, type Page } from "@playwright/test";

/** How long a toast is shown (specification, section 9). */
const TOAST_MS = 5_000;

/** Returns a text in the visible toast. */
export function shownToast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: /^Notifications/ }).getByText(text);
}

/**
 * Fast-forwards until the toast with this text disappears. Install the page's clock before the page is opened:
 * `page.clock.install()`.
 */
export async function expireToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(shownToast(page, text)).toBeVisible();
  await page.clock.fastForward(TOAST_MS);
  await expect(shownToast(page, text)).toBeHidden();
}
