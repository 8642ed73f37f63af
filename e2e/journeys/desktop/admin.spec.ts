import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectDialogAccessible } from "../../checks/accessibility.ts";
import { createListing } from "../../create-listing.ts";
import { becomeMember, signInAs } from "../../member.ts";
import { expect, openPage, openWithNewSession, test } from "../../page.ts";
import { openAsAdmin, userCard } from "../../states/admin/open-as-admin.ts";
import { shownToast } from "../../toasts.ts";

const PATHS = ["/admin", "/admin/users", "/admin/audit", "/admin/coupons"];

for (const [name, signIn] of [
  ["a guest", async () => undefined],
  ["a member", (page: Page) => signInAs(page, "basic")],
] as const) {
  test(`${name} is redirected to the home page from every admin page`, async ({ page }) => {
    await signIn(page);
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });
}

test("the dashboard shows totals, the newest payments and the months", async ({ page }) => {
  await openAsAdmin(page, "/admin");
  const card = (label: string) =>
    page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");
  const payments = page.getByRole("table", { name: "The 10 most recent payments" });
  const first = payments.getByRole("row").nth(1);
  // Other journeys change the totals concurrently: retry until they are the same in both responses.
  await expect(async () => {
    await page.reload();
    const stats = await (await page.request.get("/api/admin/stats")).json();
    const shown = expect.configure({ timeout: 1_000 });
    await shown(card("Total Ads")).toHaveText(stats.totalAds.toLocaleString("en-US"));
    const dollars = (stats.totalRevenue / 100).toLocaleString("en-US", {
      minimumFractionDigits: 2,
    });
    await shown(card("Total Revenue")).toHaveText(`$${dollars}`);
    const [newest] = stats.recentPayments;
    await shown(first).toContainText(`$${(newest.amount / 100).toFixed(2)}`);
    await shown(first).toContainText(newest.status);
    await shown(first).toContainText(newest.payer?.username ?? "Erased account");
  }).toPass();
  await expect(card("Memberships")).toHaveText(/\d Basic.*\d Premium$/);
  await expect(payments.getByRole("row")).toHaveCount(11);
  await expect(first).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);

  await expect(page.getByRole("img", { name: /^Revenue from/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^New members from/ })).toBeVisible();
  await page.getByText("View as a table").click();
  const months = page.getByRole("table", { name: /by month/ });
  await expect(months.getByRole("row")).toHaveCount(13);
  await page.getByLabel("Period").selectOption("24");
  await expect(months.getByRole("row")).toHaveCount(25);

  const payer = payments.getByRole("link").first();
  const username = await payer.innerText();
  await payer.click();
  await expect(page.getByRole("heading", { name: "Manage Users" })).toBeFocused();
  await expect(page.getByText("1 user found")).toBeVisible();
  await expect(userCard(page, username)).toBeVisible();
});

test("an admin finds a user by name, deactivates them after a confirmation, and activates them again", async ({
  page,
  browser,
}) => {
  await openAsAdmin(page, "/admin/users");
  const member = await openWithNewSession(browser, page);
  const username = await becomeMember(member, "premium");

  await page.getByLabel("Name, email or ID").pressSequentially(username.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`q=${username}`, "i"));
  await expect(page.getByText("1 user found")).toBeVisible();
  const card = userCard(page, username);
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByText("Premium", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Show user ID" }).click();
  await expect(card.getByText(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)).toBeVisible();
  await card.getByRole("button", { name: "Payment history" }).click();
  await expect(card.getByText("No payments yet")).toBeVisible();

  const deactivate = card.getByRole("button", { name: "Deactivate" });
  await deactivate.click();
  const dialog = page.getByRole("alertdialog", { name: `Deactivate ${username}?` });
  await expect(dialog.getByRole("button", { name: "Keep Active" })).toBeFocused();
  await expectDialogAccessible(page);
  await dialog.getByRole("button", { name: "Keep Active" }).click();
  await expect(deactivate).toBeFocused();
  await deactivate.click();
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(shownToast(page, "User status updated")).toBeVisible();
  await expect(card.getByText("Inactive", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Activate" })).toBeFocused();
  expect((await member.request.get("/api/auth/me")).status()).toBe(401);

  await page.getByLabel("Status").selectOption("Active");
  await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
  await expect(page).toHaveURL(/active=yes/);
  await page.getByLabel("Status").selectOption("Inactive");
  await card.getByRole("button", { name: "Activate" }).click();
  // The card is no longer in the list of inactive users.
  await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("button", { name: "Reset Filters" }).first().click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByLabel("Name, email or ID")).toHaveValue("");
  await member.context().close();
});

test("filters that were set before hydration apply to the list of users", async ({ page }) => {
  await signInAs(page, "admin");
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/main*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/admin/users", { waitUntil: "commit" });
  await page.getByLabel("Membership").selectOption("premium");
  await page.getByLabel("Name, email or ID").fill("premium");
  scripts.resolve();
  await expect(page).toHaveURL(/\/admin\/users\?q=premium&tier=premium$/);
  await expect(userCard(page, "premium")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByLabel("Membership")).toHaveValue("premium");
  await expect(page.getByLabel("Name, email or ID")).toHaveValue("premium");
});

test("a name that is typed while another filter changes keeps its spaces", async ({ page }) => {
  await openAsAdmin(page, "/admin/users");
  const search = page.getByLabel("Name, email or ID");
  await search.pressSequentially("ann ");
  await page.getByLabel("Status").selectOption("Active");
  await search.pressSequentially("lee");
  await expect(page).toHaveURL(/\/admin\/users\?q=ann(\+|%20)lee&active=yes$/);
  await expect(search).toHaveValue("ann lee");
});

test("the list of users reports filters in the address that are not valid", async ({ page }) => {
  await openAsAdmin(page, "/admin/users?tier=gold&active=no");
  const problem = page.getByRole("alert").filter({ hasText: "were ignored: tier “gold”." });
  await expect(problem).toBeVisible();
  await expect(page.getByLabel("Status")).toHaveValue("no");
  await page.getByRole("button", { name: "Reset Filters" }).first().click();
  await expect(problem).toHaveCount(0);
});

test("an expired membership is labeled as expired", async ({ page }) => {
  await openAsAdmin(page, "/admin/users?q=expired&tier=premium");
  const card = userCard(page, "expired");
  await expect(card.getByText("Premium, expired", { exact: true })).toBeVisible();
  await expect(card.getByText("Premium", { exact: true })).toHaveCount(0);
});

test("an admin cannot be deactivated", async ({ page }) => {
  await openAsAdmin(page, "/admin/users?q=admin");
  const card = userCard(page, "admin");
  await expect(card.getByText("Admin", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Deactivate" })).toBeDisabled();
});

test("an admin hides an ad with a reason that its owner sees, and restores it", async ({
  page,
  browser,
}) => {
  await openAsAdmin(page, "/admin/users");
  const owner = await openWithNewSession(browser, page);
  const guest = await openWithNewSession(browser, page);
  const username = await becomeMember(owner, "basic");
  const id = await createListing(owner, "Ranger");
  await openPage(page, `/admin/users?q=${username}`);
  const card = userCard(page, username);
  await expect(card.getByRole("link", { name: "Ranger" })).toHaveAttribute("href", `/ad/${id}`);

  await card.getByRole("button", { name: "Hide Ranger" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide Ranger?" });
  await dialog.getByRole("button", { name: "Hide Listing" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Reason is required");
  await dialog.getByLabel("Reason").fill("The photo shows another dog.");
  await dialog.getByRole("button", { name: "Hide Listing" }).click();
  await expect(shownToast(page, "Ranger is hidden")).toBeVisible();
  await expect(card.getByText("The photo shows another dog.")).toBeVisible();
  await expect(card.getByRole("button", { name: "Restore Ranger" })).toBeFocused();
  expect((await guest.request.get(`/api/ads/${id}`)).status()).toBe(404);

  await owner.goto("/my-ads");
  await expect(owner.getByText("This listing is hidden")).toBeVisible();
  await expect(owner.getByText("Reason: The photo shows another dog.")).toBeVisible();
  await expectAccessible(owner);
  await openPage(owner, `/ad/${id}`);
  await expect(owner.getByText("Reason: The photo shows another dog.")).toBeVisible();
  await expectAccessible(owner);

  await card.getByRole("button", { name: "Restore Ranger" }).click();
  await expect(shownToast(page, "Ranger is no longer hidden")).toBeVisible();
  await expect(card.getByRole("button", { name: "Hide Ranger" })).toBeFocused();
  expect((await guest.request.get(`/api/ads/${id}`)).status()).toBe(200);

  await page.goto(`/admin/audit?subject=${id}`);
  const records = page.getByRole("table").getByRole("row");
  await expect(records).toHaveCount(3);
  await expect(records.nth(1)).toContainText("admin restored ad");
  await expect(records.nth(2)).toContainText("admin hid ad");
  await owner.context().close();
  await guest.context().close();
});

test("the list of users loads more on demand, and the export contains the filtered users", {
  tag: "@deep",
}, async ({ page }) => {
  await openAsAdmin(page, "/admin/users");
  const cards = page.getByRole("list", { name: "Users" }).getByRole("article");
  await expect(cards).toHaveCount(25);
  const more = page.getByRole("button", { name: "Load more" });
  await more.click();
  await expect(cards).toHaveCount(50);
  await expect(page.getByText(/^Showing 50 of \d+$/)).toBeVisible();
  await expect(more).toBeFocused();
  await page.reload();
  await expect(cards).toHaveCount(50);

  // A filter with one match, since other journeys add users concurrently.
  await openAsAdmin(page, "/admin/users?q=basic");
  await page.getByLabel("Membership").selectOption("Basic, including expired");
  await expect(page).toHaveURL(/tier=basic/);
  await expect(page.getByText("1 user found")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Users as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(2);
  await page.goto("/admin/audit?action=users.exported");
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("tier: basic");
});

test.describe("a refused deactivation", () => {
  test.use({ expectedStatuses: [403] });

  test("leaves the user unchanged and shows the server's message", async ({ page }) => {
    await openAsAdmin(page, "/admin/users?q=expired");
    const admin = await (await page.request.get("/api/admin/users?q=admin@example.com")).json();
    await page.route("**/trpc/admin.setActive*", (route) =>
      route.continue({ postData: JSON.stringify({ id: admin[0].id, isActive: false }) }),
    );
    await page.getByRole("button", { name: "Deactivate expired" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
    await expect(
      shownToast(page, "An admin cannot be deactivated. Revoke the user's admin rights first."),
    ).toBeVisible();
    await expect(userCard(page, "expired").getByText("Active", { exact: true })).toBeVisible();
  });
});
