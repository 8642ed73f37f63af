import type { Locator, Page } from "@playwright/test";
import { signInAs } from "../../member.ts";
import { openPage } from "../../page.ts";

export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { level: 1, name });

/** Opens an admin page, as the demo's admin unless another admin is signed in. */
export async function openAsAdmin(page: Page, path: string): Promise<void> {
  const me = await page.request.get("/api/auth/me");
  const isAdmin = me.ok() && (await me.json()).isAdmin;
  if (!isAdmin) await signInAs(page, "admin");
  await openPage(page, path);
  await heading(page, "").first().waitFor();
}

/** Returns the card of a user. */
export const userCard = (page: Page, username: string) =>
  page.getByRole("article", { name: username, exact: true });

/** Opens the list of users filtered by a username. */
export async function openUser(page: Page, username: string): Promise<void> {
  await openAsAdmin(page, `/admin/users?q=${username}`);
  await userCard(page, username).waitFor();
}
