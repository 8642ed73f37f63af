import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openCheckout, payButton } from "../../checkout.ts";
import { signUp } from "../../member.ts";
import { expect, test, untilHydrated } from "../../page.ts";
import { openAsAdmin } from "../../states/admin/open-as-admin.ts";
import { shownToast } from "../../toasts.ts";

const newCode = () => `J${randomUUID().slice(0, 12)}`;

const couponRow = (page: Page, code: string) => page.getByRole("row").filter({ hasText: code });

/** Creates a coupon and waits until it is shown. */
async function createCoupon(page: Page, code: string, limit = ""): Promise<void> {
  await fillInCoupon(page, code, limit);
  await expect(shownToast(page, `${code} created`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Coupon" })).toBeFocused();
}

async function fillInCoupon(page: Page, code: string, limit = ""): Promise<void> {
  await page.getByRole("button", { name: "Create Coupon" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a coupon" });
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Percent off").fill("20");
  await dialog.getByLabel("Description").fill("A fifth off");
  await dialog.getByLabel("Limit").fill(limit);
  await dialog.getByRole("button", { name: "Create Coupon" }).click();
}

/** Returns the status of a new user's request to pay with a coupon. */
async function reserve(page: Page, couponCode: string): Promise<number> {
  await signUp(page);
  const data = { membershipTier: "basic", couponCode };
  return (await page.request.post("/api/create-payment-intent", { data })).status();
}

test("an admin creates, edits and disables a coupon, and buyers can no longer use it", async ({
  page,
  browser,
}) => {
  const code = newCode();
  await openAsAdmin(page, "/admin");
  await page.getByRole("link", { name: "Coupons" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeFocused();
  await createCoupon(page, code);
  const row = couponRow(page, code);
  await expect(row).toContainText("20% OFF");
  await expect(row).toContainText("Active");
  await expect(row).toContainText("At any time");

  const buyer = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await signUp(buyer);
  await openCheckout(buyer, "basic");
  const box = buyer.getByRole("textbox", { name: "Have a Coupon Code?" });
  await box.fill(code.toLowerCase());
  await box.press("Enter");
  await expect(payButton(buyer)).toHaveText("Pay $23.20");
  await buyer.getByRole("button", { name: "Remove" }).click();
  await expect(payButton(buyer)).toHaveText("Pay $29.00");

  await row.getByRole("button", { name: "Disable" }).click();
  await expect(shownToast(page, `${code} is disabled`)).toBeVisible();
  await expect(row).toContainText("Disabled");
  await expect(row.getByRole("button", { name: "Enable" })).toBeFocused();
  await box.fill(code);
  await box.press("Enter");
  await expect(buyer.getByText("Invalid Coupon", { exact: true })).toBeVisible();
  await expect(payButton(buyer)).toHaveText("Pay $29.00");
  await buyer.context().close();

  await row.getByRole("button", { name: "Enable" }).click();
  await expect(row).toContainText("Active");
  await row.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: `Edit ${code}` });
  await dialog.getByLabel("Description").fill("For the spring");
  await dialog.getByLabel("First day").fill("2090-03-01");
  await dialog.getByLabel("Last day").fill("2090-05-31");
  await dialog.getByLabel("Limit").fill("1,000");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page, `${code} updated`)).toBeVisible();
  await expect(row.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(row).toContainText("For the spring");
  await expect(row).toContainText("Scheduled");
  await expect(row).toContainText("From Mar 1, 2090, until the end of May 31, 2090");
  await expect(row).toContainText("0 of 1,000");

  await row.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Last day")).toHaveValue("2090-05-31");
  await dialog.getByLabel("First day").fill("");
  await dialog.getByLabel("Last day").fill("2026-01-31");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(row).toContainText("Expired");
  await expect(row).toContainText("Until the end of Jan 31, 2026");
});

test.describe("an invalid coupon", () => {
  test.use({ expectedStatuses: [409] });

  test("shows each problem at its field and keeps the input", async ({ page }) => {
    await openAsAdmin(page, "/admin/coupons");
    await page.getByRole("button", { name: "Create Coupon" }).click();
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Create Coupon" });
    await send.click();
    const summary = dialog.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      "Code is required",
      "Percent off must be a whole number from 1 to 100",
      "Description is required",
    ]);
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeInViewport({ ratio: 1 });
    await summary.getByRole("link", { name: "Percent off" }).click();
    await expect(dialog.getByLabel("Percent off")).toBeFocused();

    await dialog.getByLabel("Percent off").fill("25");
    await dialog.getByLabel("Description").fill("A quarter off");
    await dialog.getByLabel("Code").fill("LAUNCH");
    await send.click();
    await expect(dialog.getByLabel("Code")).toHaveAccessibleDescription(
      /A coupon with this code already exists\.$/,
    );
    await expect(summary).toBeFocused();
    await expect(dialog.getByLabel("Code")).toHaveValue("LAUNCH");
    await expect(dialog.getByLabel("Description")).toHaveValue("A quarter off");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Create Coupon" })).toBeFocused();
  });

  test("cannot have a limit below its uses, and its limit holds", { tag: "@deep" }, async ({
    page,
    browser,
  }) => {
    const code = newCode();
    const origin = new URL((await page.goto("/contact"))?.url() ?? "").origin;
    await openAsAdmin(page, "/admin/coupons");
    await createCoupon(page, code, "2");
    const statuses = [];
    for (let n = 0; n < 3; n++) {
      const buyer = await browser.newPage({ baseURL: origin });
      statuses.push(await reserve(buyer, code));
      await buyer.context().close();
    }
    expect(statuses).toEqual([200, 200, 409]);

    await page.reload();
    await untilHydrated(page);
    const row = couponRow(page, code);
    await expect(row).toContainText("2 of 2");
    await expect(row).toContainText("Used up");
    await row.getByRole("button", { name: "Edit" }).click();
    const limit = page.getByRole("dialog").getByLabel("Limit");
    await limit.fill("1");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(limit).toHaveAccessibleDescription(/has already been used or reserved 2 times/);
    await expect(limit).toHaveValue("1");
    await limit.fill("3");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(row).toContainText("2 of 3");
    await expect(row).toContainText("Active");
  });
});

test("an admin creates the first coupon", async ({ page }) => {
  const code = newCode();
  await openAsAdmin(page, "/admin");
  await page.route("**/trpc/admin.coupons*", (route) =>
    route.fulfill({ json: { result: { data: { items: [], nextCursor: null } } } }),
  );
  await page.getByRole("link", { name: "Coupons" }).click();
  await expect(page.getByRole("heading", { name: "No coupons yet" })).toBeVisible();
  await page.unroute("**/trpc/admin.coupons*");
  await fillInCoupon(page, code);
  await expect(couponRow(page, code)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the list of coupons loads more on demand, and its address says so", async ({ page }) => {
  await openAsAdmin(page, "/admin");
  const first = await page.request.get('/trpc/admin.coupons?input={"limit":1}');
  const [coupon] = (await first.json()).result.data.items;
  await page.route("**/trpc/admin.coupons*", async (route) => {
    const isLast = route.request().url().includes("cursor");
    const items = Array.from({ length: isLast ? 2 : 25 }, (_, n) => ({
      ...coupon,
      id: `${isLast} ${n}`,
    }));
    const data = { items, nextCursor: isLast ? null : "a-cursor" };
    await route.fulfill({ json: { result: { data } } });
  });
  await page.getByRole("link", { name: "Coupons" }).click();
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(page.getByText("Showing the 25 most recent")).toBeVisible();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(rows).toHaveCount(27);
  await expect(page.getByText("Showing all 27 coupons")).toBeVisible();
  await expect(rows.nth(25)).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/coupons\?pages=2$/);
});
