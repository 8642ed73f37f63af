import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  CARDS,
  cancelIntent,
  collectClientSecrets,
  expectRedirectToMyAds,
  listCharges,
  openCheckout,
  payButton,
  paymentProblem,
  payWithGoodCard,
  pressPay,
  typeCard,
} from "../../checkout.ts";
import { signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

test.beforeEach(({ page }) => page.clock.install());

// packages/domain/src/pricing.test.ts and apps/api/src/payments/create-intent.test.ts hold the other amounts.
test("START2025 on basic is shown as 99% OFF and charges $0.50, also after a reload", async ({
  page,
}) => {
  await signUp(page);
  const secrets = collectClientSecrets(page);
  await openCheckout(page, "basic");
  const field = page.getByRole("textbox", { name: "Have a Coupon Code?" });
  const apply = page.getByRole("button", { name: "Apply" });
  await expect(payButton(page)).toBeEnabled();
  await expect(apply).toBeDisabled();
  await field.fill("START2025");
  await apply.click();
  await expect(page.getByText("Coupon Applied!", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("99% OFF")).toBeVisible();
  await expect(page.getByText("Card payments have a $0.50 minimum")).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay $0.50");
  await expect(page.getByText("Your card will be charged $0.50 annually.")).toBeVisible();
  await payWithGoodCard(page);
  expect(await listCharges(secrets.at(-1) ?? "")).toEqual([50]);
});

test.describe("a coupon", () => {
  test.use({ expectedStatuses: [400] });

  test("changes nothing if it does not exist, and can be removed after it was applied", async ({
    page,
  }) => {
    await signUp(page);
    const secrets = collectClientSecrets(page);
    const pay = await openCheckout(page, "premium");
    await expect(pay).toBeEnabled();
    await typeCard(page, CARDS.good);
    const box = page.getByRole("textbox", { name: "Have a Coupon Code?" });
    await box.fill("NoSuchCode");
    await box.press("Enter");
    await expect(shownToast(page, "Invalid Coupon")).toBeVisible();
    const sentence = "The coupon code you entered is not valid.";
    await expect(shownToast(page, sentence)).toBeVisible();
    await expect(box).toHaveAccessibleDescription(sentence);
    await expect(box).toBeFocused();
    await expect(pay).toHaveText("Pay $59.00");
    expect(new Set(secrets).size).toBe(1);

    // Pay charges nothing while a code is typed that was not applied.
    await box.fill("Launch");
    await pressPay(page);
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription("Apply this code or remove it.");
    await box.press("Enter");
    await expect(pay).toHaveText("Pay $29.50");
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(pay).toHaveText("Pay $59.00");
    await expect(box).toHaveValue("");
    // The card is still in the form.
    await pressPay(page);
    await expectRedirectToMyAds(page);
    expect(await listCharges(secrets.at(-1) ?? "")).toEqual([5900]);
  });
});

test.describe("an expired payment with a coupon", () => {
  test.use({ expectedStatuses: [400] });

  test("is prepared again without a coupon that was disabled, and shows why", {
    tag: "@deep",
  }, async ({ page, browser }) => {
    const admin = await browser.newPage();
    const credentials = { username: "admin", password: "stud-demo" };
    expect((await admin.request.post("/api/login", { data: credentials })).status()).toBe(200);
    const code = randomUUID().slice(0, 12);
    const data = { code, description: "A tenth off", percentOff: 10 };
    const made = await admin.request.post("/trpc/admin.createCoupon", { data });
    const { id } = (await made.json()).result.data;

    await signUp(page);
    const secrets = collectClientSecrets(page);
    await openCheckout(page, "basic");
    await applyCoupon(page, code);
    await expect(payButton(page)).toHaveText("Pay $26.10");
    await typeCard(page, CARDS.good);
    await admin.request.post("/trpc/admin.changeCoupon", { data: { id, active: false } });
    await admin.context().close();
    await cancelIntent(secrets.at(-1) ?? "");
    await payButton(page).click();
    await expect(paymentProblem(page)).toContainText("Check the total and try again.");
    const box = page.getByRole("textbox", { name: "Have a Coupon Code?" });
    await expect(box).toHaveAccessibleDescription("The coupon code you entered is not valid.");
    await expect(payButton(page)).toHaveText("Pay $29.00");
    expect(await listCharges(secrets[0] ?? "")).toEqual([]);
  });
});

async function applyCoupon(page: Page, code: string): Promise<void> {
  await expect(payButton(page)).toBeEnabled();
  await page.getByRole("textbox", { name: "Have a Coupon Code?" }).fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Coupon Applied!", { exact: true })).toBeVisible();
}
