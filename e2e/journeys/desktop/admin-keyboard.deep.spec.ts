import { expectFocusVisible, tabTo } from "../../checks/focus.ts";
import { createListing } from "../../create-listing.ts";
import { becomeMember } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";
import { expireToast } from "../../toasts.ts";

// A dialog that is closed during its opening animation covers the page until the animation ends.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("an admin hides an ad, and uses the users and the audit log by keyboard only", async ({
  page,
}) => {
  await page.clock.install();
  const username = await becomeMember(page, "basic");
  await createListing(page, "Otis");
  await openAsAdmin(page, "/admin");
  const main = page.getByRole("main");
  const card = userCard(page, username);
  const title = page.getByRole("heading", { level: 1 });

  await tabTo(page, page.getByLabel("Period"));
  await tabTo(page, page.getByText("View as a table"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: /by month/ })).toBeVisible();
  await tabTo(page, main.getByRole("link", { name: "Manage Users" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(title).toHaveText("Manage Users");
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link", { name: "Admin", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(title).toBeFocused();

  await tabTo(page, page.getByLabel("Name, email or ID"));
  await page.keyboard.type(username);
  await expect(page.getByText("1 user found")).toBeVisible();
  await tabTo(page, card.getByRole("button", { name: "Hide Otis" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
  await expectFocusVisible(page);
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Hide Otis" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Not a dog");
  await tabTo(page, page.getByRole("button", { name: "Hide Listing" }));
  await page.keyboard.press("Enter");
  await expect(card.getByRole("button", { name: "Restore Otis" })).toBeFocused();
  await expectFocusVisible(page);
  await page.keyboard.press("Enter");
  await expect(card.getByRole("button", { name: "Hide Otis" })).toBeFocused();
  // The toast would cover the next controls.
  await expireToast(page, "Otis is no longer hidden");

  await tabTo(page, card.getByRole("button", { name: "Payment history" }));
  await page.keyboard.press("Enter");
  await expect(card.getByText("No payments yet")).toBeVisible();
  await tabTo(page, card.getByRole("button", { name: "Deactivate" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Keep Active" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Deactivate" })).toBeFocused();

  await tabTo(page, main.getByRole("link", { name: "Admin" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(title).toHaveText("Admin");
  await tabTo(page, page.getByRole("link", { name: "Audit Log" }));
  await page.keyboard.press("Enter");
  await expect(title).toHaveText("Audit Log");
  await tabTo(page, page.getByLabel("Action"));
  await page.keyboard.type("Ad hid");
  await tabTo(page, page.getByRole("button", { name: "Show Records" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/action=ad\.hidden/);
  await expect(page.getByRole("row").nth(1)).toContainText("hid ad");
});
