import type { Page } from "@playwright/test";
import { becomeMember, PASSWORD, setAdmin, signInWithForm, signUp } from "../../member.ts";
import { expect, openWithNewSession, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";
import { shownToast } from "../../toasts.ts";

/** Signs a new admin up and opens the list of users filtered by their username. */
async function becomeAdmin(page: Page): Promise<string> {
  const username = await signUp(page);
  await setAdmin(username, true);
  await openAsAdmin(page, `/admin/users?q=${username}`);
  return username;
}

test("a button of a stale page does what its label says, and updates the card", async ({
  page,
  browser,
}) => {
  await page.goto("/contact");
  const member = await openWithNewSession(browser, page);
  const username = await becomeMember(member, "basic");
  await openAsAdmin(page, `/admin/users?q=${username}`);
  const card = userCard(page, username);
  await card.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(card.getByText("Inactive", { exact: true })).toBeVisible();

  const colleague = await openWithNewSession(browser, page);
  await openAsAdmin(colleague, `/admin/users?q=${username}`);
  await userCard(colleague, username).getByRole("button", { name: "Activate" }).click();
  await expect(userCard(colleague, username).getByText("Active", { exact: true })).toBeVisible();

  await card.getByRole("button", { name: "Activate" }).click();
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Deactivate" })).toBeFocused();
  const credentials = { username, password: PASSWORD };
  expect((await member.request.post("/api/login", { data: credentials })).status()).toBe(200);
  await member.context().close();
  await colleague.context().close();
});

test.describe("a refused CSV export", () => {
  test.use({ expectedStatuses: [401, 403] });

  test("leads to /login and back if the session has ended", async ({ page }) => {
    const username = await becomeAdmin(page);
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Export Users as CSV" }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await signInWithForm(page, username);
    await expect(page).toHaveURL(`/admin/users?q=${username}`);
    await setAdmin(username, false);
  });

  test("shows a message if the user is no longer an admin", async ({ page }) => {
    const username = await becomeAdmin(page);
    await setAdmin(username, false);
    await page.getByRole("link", { name: "Export Ads as CSV" }).click();
    await expect(shownToast(page, "Only an admin can do this.")).toBeVisible();
    await expect(page).toHaveURL(`/admin/users?q=${username}`);
  });
});
