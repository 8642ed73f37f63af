import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./checks/accessibility.ts";

/** Waits until no toast is shown, since axe cannot judge the contrast of text under one. */
export async function expectAccessibleWithoutToast(page: Page): Promise<void> {
  const toasts = page.getByRole("region", { name: /^Notifications/ }).locator("li");
  await expect(toasts).toHaveCount(0, { timeout: 20_000 });
  await expectAccessible(page);
}

/**
 * Asserts that the open alert dialog is accessible. The page behind it is out of reach and hidden from screen readers,
 * which axe would take for a page without a heading.
 */
export async function expectDialogAccessible(page: Page): Promise<void> {
  await expectAccessible(page, "[role=alertdialog]");
}
