import type { Page } from "@playwright/test";
import { type InputMethod, mouse } from "./input-methods.ts";

/** Presses an action of the first listing on My Ads: 'Delete'. On phones it is in the menu. */
export async function pressAction(
  page: Page,
  action: string,
  input: InputMethod = mouse(page),
): Promise<void> {
  const name = new RegExp(`^${action}`);
  const more = page.getByRole("button", { name: /^More actions for/ }).first();
  const isInMenu = await more.isVisible();
  if (isInMenu) await input.chooseItem(more, page.getByRole("menuitem", { name }));
  else await input.press(page.getByRole("button", { name }).first());
}
