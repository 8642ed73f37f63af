import { readFile } from "node:fs/promises";
import { expectDialogAccessible } from "../../checks/accessibility.ts";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";

test("a member downloads their data, and an admin erases the account", async ({
  page,
  browser,
  baseURL,
}) => {
  const username = await becomeMember(page, "basic");
  const adId = await createListing(page, "Ranger");
  await page.goto("/account");
  // The listings load after the page and move the link, which a click could miss.
  await expect(page.getByRole("list", { name: "My listings" })).toContainText("Ranger");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("studbook-my-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data).toMatchObject({ account: { username }, ads: [{ id: adId, dogName: "Ranger" }] });

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const admin = await context.newPage();
  await openAsAdmin(admin, `/admin/users?q=${username}`);
  const card = userCard(admin, username);
  const erase = card.getByRole("button", { name: "Erase" });
  await erase.click();
  const dialog = admin.getByRole("alertdialog", { name: `Erase ${username} permanently?` });
  await expect(dialog.getByRole("button", { name: "Keep User" })).toBeFocused();
  await expectDialogAccessible(admin);
  await dialog.getByRole("button", { name: "Keep User" }).click();
  await expect(erase).toBeFocused();
  await erase.click();
  await dialog.getByRole("button", { name: "Erase Permanently" }).click();
  const toasts = admin.getByRole("region", { name: /^Notifications/ });
  await expect(toasts.getByText(`${username} has been erased`)).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No users found" })).toBeVisible();
  await expect(admin.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await page.request.get(`/api/ads/${adId}`)).status()).toBe(404);
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
  await context.close();
});
