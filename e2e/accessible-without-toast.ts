import { expect, type Page } from "@playwright/test";
import { expectAccessible, type LowestContrast } from "./checks/accessibility.ts";
import { runAxe } from "./checks/run-axe.ts";

/**
 * `expectAccessible` without a toast over the page: the contrast of what one lies over can neither be
 * told by axe nor be measured as text.
 */
export async function expectAccessibleWithoutToast(page: Page): Promise<LowestContrast> {
  const toasts = page.getByRole("region", { name: /^Notifications/ }).locator("li");
  await expect(toasts).toHaveCount(0, { timeout: 20_000 });
  return expectAccessible(page);
}

/**
 * Asserts that axe finds nothing wrong with the open dialog. The page behind it is out of reach and
 * hidden from screen readers, which axe would take for a page without a heading.
 */
export async function expectDialogAccessible(page: Page): Promise<void> {
  const { violations, passes } = await runAxe(page, { within: "[role=alertdialog]" });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain("color-contrast");
}
