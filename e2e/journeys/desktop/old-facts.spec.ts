import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

const dayBefore = (days: number) => utcDay(new Date(Date.now() - days * DAY_MS));

test("an owner renews an old fact in place, and the rest of the record stays", async ({ page }) => {
  await becomeMember(page, "basic");
  const id = await createListing(page, "Copper");
  const breeding = { proven: true, methods: ["natural"], semenAnalysisDate: dayBefore(400) };
  const record = {
    titles: { suffix: "CGC" },
    breeding: { ...breeding, brucellosisTestDate: dayBefore(45) },
  };
  const changed = await page.request.patch(`/api/ads/${id}`, { data: { record } });
  expect(changed.status()).toBe(200);
  await openPage(page, "/my-ads");
  await expect(page.getByText("Semen analysis 13 months old: grayed on the ad")).toBeVisible();
  await expect(page.getByText("Brucellosis test 45 days old: grayed on the ad")).toBeVisible();
  const card = page.getByRole("list", { name: "My listings" }).getByRole("listitem");
  const renew = card.getByRole("button", { name: "Renew it (brucellosis test of Copper)" });

  await renew.click();
  const date = page.getByLabel("Date of the new brucellosis test");
  await expect(date).toBeFocused();
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(renew).toBeFocused();
  await renew.click();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByRole("alert")).toBeFocused();
  await expect(date).toHaveAccessibleDescription("Enter the date");

  await date.fill(dayBefore(2));
  await card.getByRole("button", { name: "Save" }).click();
  await expect(shownToast(page, "Ad updated successfully")).toBeVisible();
  await expect(page.getByText(/^Brucellosis test/)).toHaveCount(0);
  await expect(page.getByText(/^Semen analysis/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Copper CGC", exact: true })).toBeFocused();
  const ad = await (await page.request.get(`/api/ads/${id}`)).json();
  expect(ad.record).toEqual({
    ...record,
    breeding: { ...breeding, brucellosisTestDate: dayBefore(2) },
  });
});
