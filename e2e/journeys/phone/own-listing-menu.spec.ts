import { expectAccessible } from "../../checks/accessibility.ts";
import { expectFocusVisible, tabTo } from "../../checks/focus.ts";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

test("the menu of a listing pauses, shows again and deletes it by keyboard", async ({ page }) => {
  await becomeMember(page, "basic");
  await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  const more = page.getByRole("button", { name: "More actions for Copper" });
  const item = (name: string) => page.getByRole("menuitem", { name: `${name} Copper` });
  const choose = async (name: string) => {
    await page.keyboard.press("Enter");
    await expect(item("Share")).toBeFocused();
    await tabTo(page, item(name), "ArrowDown");
    await page.keyboard.press("Enter");
  };

  await tabTo(page, more);
  await page.keyboard.press("Enter");
  await expect(item("Share")).toBeFocused();
  await expectFocusVisible(page);
  await expect(page.getByRole("menuitem")).toHaveCount(5);
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await expectFocusVisible(page);

  await choose("Pause");
  await expect(page.getByRole("radio", { name: "A date" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await choose("Pause");
  await expect(page.getByRole("radio", { name: "A date" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "I show it again" })).toBeChecked();
  await expectFocusVisible(page);
  await tabTo(page, page.getByRole("button", { name: "Pause Listing" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Paused until you show it again. Not in search")).toBeVisible();
  await expect(more).toBeFocused();

  await choose("Show again");
  await expect(page.getByText("Public since today")).toBeVisible();
  await expect(more).toBeFocused();

  await choose("Delete");
  await expect(page.getByRole("button", { name: "Keep Listing" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Delete Listing" }));
  await page.keyboard.press("Enter");
  await expect(shownToast(page, "Ad deleted successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the open menu is accessible, and a tap outside closes it", async ({ page }) => {
  await becomeMember(page, "basic");
  await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  await page.getByRole("button", { name: "More actions for Copper" }).click();
  await expect(page.getByRole("menu", { name: "More actions for Copper" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("Back from the form, reached through Add tests, focuses the listing's Edit link", async ({
  page,
}) => {
  await becomeMember(page, "basic");
  await createListing(page, "Copper");
  await openPage(page, "/my-ads");
  await page.getByRole("link", { name: "Add tests of Copper" }).click();
  await expect(page.getByRole("heading", { name: "Edit Stud Listing" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Edit Copper" })).toBeFocused();
});
