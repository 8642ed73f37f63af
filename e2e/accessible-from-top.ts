import type { Page } from "@playwright/test";
import { expectAccessible, type LowestContrast } from "./checks/accessibility.ts";

/**
 * `expectAccessible` with the page at its top, where the sticky header lies over no control: the
 * contrast of a control that is partly covered can neither be told by axe nor be measured as text.
 */
export async function expectAccessibleFromTop(page: Page): Promise<LowestContrast> {
  await page.evaluate(() => window.scrollTo(0, 0));
  return expectAccessible(page);
}
