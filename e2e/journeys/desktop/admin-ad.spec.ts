import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";
import { shownToast } from "../../toasts.ts";

test("an admin hides and restores an ad on the ad's page, and follows the link to its owner", async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const owner = await context.newPage();
  const username = await becomeMember(owner, "basic");
  const id = await createListing(owner, "Ranger");
  await openAsAdmin(page, `/ad/${id}`);
  const strip = page.getByRole("region", { name: "For admins" });

  await strip.getByRole("button", { name: "Hide Ranger" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide Ranger?" });
  await dialog.getByLabel("Reason").fill("The photo shows another dog.");
  await dialog.getByRole("button", { name: "Hide Listing" }).click();
  await expect(shownToast(page, "Ranger is hidden")).toBeVisible();
  await expect(page.getByText("Reason: The photo shows another dog.")).toBeVisible();
  await expect(strip.getByRole("button", { name: "Restore Ranger" })).toBeFocused();
  expect((await owner.request.get(`/api/ads/${id}`)).status()).toBe(200);
  const guest = await browser.newContext({ baseURL: baseURL ?? "" });
  expect((await guest.request.get(`/api/ads/${id}`)).status()).toBe(404);

  await strip.getByRole("button", { name: "Restore Ranger" }).click();
  await expect(strip.getByRole("button", { name: "Hide Ranger" })).toBeFocused();
  await expect(page.getByText("This listing is hidden")).toHaveCount(0);
  expect((await guest.request.get(`/api/ads/${id}`)).status()).toBe(200);

  await strip.getByRole("link", { name: "View Owner in Manage Users" }).click();
  await expect(page.getByText("1 user found")).toBeVisible();
  await expect(userCard(page, username).getByRole("link", { name: "Ranger" })).toBeVisible();
  await openPage(owner, `/ad/${id}`);
  await expect(owner.getByRole("heading", { name: "Ranger", exact: true })).toBeVisible();
  await expect(owner.getByRole("region", { name: "For admins" })).toHaveCount(0);
  await guest.close();
  await context.close();
});

test("a sample ad cannot be hidden", async ({ page }) => {
  await openAsAdmin(page, `/ad/${SAMPLE_AD_IDS[0]}`);
  await expect(page.getByText("SAMPLE AD").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "For admins" })).toHaveCount(0);
});
