import { randomUUID } from "node:crypto";
import { expect, openPage, test } from "../../page.ts";
import { openAsAdmin } from "../../states/admin/open-as-admin.ts";

test("the audit log is filtered by a username", async ({ page }) => {
  await openAsAdmin(page, "/admin/audit");
  const actor = page.getByLabel(/^Performed by/);
  await actor.fill("nobody-has-this-name");
  await page.getByRole("button", { name: "Show Records" }).click();
  await expect(actor).toHaveAccessibleDescription("No account has this username.");
  await expect(actor).toBeFocused();
  await actor.fill("Admin");
  await page.getByLabel("Action").selectOption("Signed in");
  await page.getByLabel(/^From/).fill("2026-01-01");
  await page.getByRole("button", { name: "Show Records" }).click();
  await expect(page).toHaveURL(/action=auth\.signed-in&actor=[0-9a-f-]{36}&from=2026-01-01/);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText("admin signed in");
  const filter = page.getByRole("list", { name: "Active filters" }).getByRole("link");
  await expect(filter).toHaveText(/^Performed by admin/);
  await filter.click();
  await expect(page).not.toHaveURL(/actor=/);
  await expect(filter).toHaveCount(0);
});

test("the audit log reports dates in the wrong order and unknown filters", async ({ page }) => {
  await openAsAdmin(page, "/admin/audit");
  const from = page.getByLabel(/^From/);
  await from.fill("2026-02-01");
  await page.getByLabel(/^To/).fill("2026-01-31");
  await page.getByRole("button", { name: "Show Records" }).click();
  await expect(from).toHaveAccessibleDescription("From must not be later than To");
  await expect(from).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/audit$/);

  await openAsAdmin(page, "/admin/audit?action=ad.eaten&subject=42&from=2026-02-01&to=2026-01-31");
  await expect(page.getByRole("alert")).toContainText("action “ad.eaten”, subject “42”");
  await expect(from).toHaveAccessibleDescription("From must not be later than To");
  await page.getByRole("button", { name: "Reset Filters" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("records of failed sign-ins show the username, and records of coupons the code", async ({
  page,
}) => {
  const code = `A${randomUUID().slice(0, 12)}`;
  const wrong = { username: "premium", password: "not-the-password" };
  expect((await page.request.post("/api/login", { data: wrong })).status()).toBe(401);
  await openAsAdmin(page, "/admin/coupons");
  await page.getByRole("button", { name: "Create Coupon" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Percent off").fill("20");
  await dialog.getByLabel("Description").fill("A fifth off");
  await dialog.getByRole("button", { name: "Create Coupon" }).click();
  await expect(page.getByRole("row").filter({ hasText: code })).toBeVisible();

  await page.goto("/admin/audit?action=auth.sign-in-failed");
  const records = page.getByRole("table").getByRole("row");
  await expect(
    records.filter({ hasText: "Someone failed to sign in as premium" }).first(),
  ).toBeVisible();
  await openPage(page, "/admin/audit?action=coupon.created");
  await expect(records.filter({ hasText: `admin created coupon ${code}` })).toBeVisible();
  await page.getByRole("link", { name: `coupon ${code}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
});
