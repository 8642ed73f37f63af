import type { Route } from "@playwright/test";
import {
  CARDS,
  cancelIntent,
  chargeIntent,
  createIntent,
  expectRedirectToMyAds,
  listCharges,
  payButton,
  payWithGoodCard,
  readMembership,
  typeCard,
} from "../../checkout.ts";
import { signInWithForm, signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";

test.beforeEach(({ page }) => page.clock.install());

test("pays an intent that the API created, and removes its secret from the address bar", async ({
  page,
}) => {
  await signUp(page);
  const secret = await createIntent(page, "premium");
  await page.goto(`/signup/payment?tier=premium&client_secret=${secret}`);
  await expect(page.getByRole("heading", { name: "Complete Your Payment" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Premium", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/signup\/payment\?tier=premium$/);
  await page.reload();
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toHaveText("Pay $59");
  await payWithGoodCard(page);
  expect(await readMembership(page)).toMatchObject({ membershipTier: "premium" });
  expect(await listCharges(secret)).toEqual([5900]);
});

test("an intent with an amount other than the tier's price leads to checkout uncharged", async ({
  page,
}) => {
  await signUp(page);
  const secret = await createIntent(page, "basic", "Launch");
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
  await expect(payButton(page)).toBeEnabled();
  expect(await listCharges(secret)).toEqual([]);
});

test("an incomplete address of /signup/payment leads to /signup", async ({ page }) => {
  for (const query of ["", "?tier=basic", "?client_secret=pi_1_secret_2"]) {
    await page.goto(`/signup/payment${query}`);
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByRole("heading", { name: "Account Details" })).toBeVisible();
  }
});

test("/checkout leads to /signup without a known tier, and a guest to /login and back", async ({
  page,
}) => {
  for (const path of ["/checkout", "/checkout?tier=gold"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signup$/);
  }
  await page.goto("/checkout?tier=premium");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signInWithForm(page, "expired", "stud-demo");
  await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
  await expect(payButton(page)).toHaveText("Pay $59.00");
  await expect(page.getByText(/Your listings return to search immediately/)).toBeVisible();
});

test("an intent of another tier leads to checkout uncharged", async ({ page }) => {
  await signUp(page);
  const secret = await createIntent(page, "premium");
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
  await expect(payButton(page)).toHaveText("Pay $29.00");
  expect(await listCharges(secret)).toEqual([]);
});

test("a paid intent cannot be paid again", async ({ page }) => {
  await signUp(page);
  const secret = await createIntent(page, "basic");
  await chargeIntent(secret);
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expectRedirectToMyAds(page);
  expect(await readMembership(page)).toMatchObject({ membershipTier: "basic" });
});

test.describe("an open payment form", () => {
  test.use({ expectedStatuses: [400] });

  test("does not charge a canceled intent, and leads to a new one", async ({ page }) => {
    await signUp(page);
    const secret = await createIntent(page, "basic");
    await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
    await expect(payButton(page)).toBeEnabled();
    await typeCard(page, CARDS.good);
    await cancelIntent(secret);
    await payButton(page).click();
    await expect(page.getByRole("status").or(page.getByRole("alert"))).toContainText(
      "Nothing was charged.",
    );
    await page.getByRole("link", { name: "Go to Checkout" }).click();
    await expect(payButton(page)).toHaveText("Pay $29.00");
    expect(await listCharges(secret)).toEqual([]);
  });
});

test.describe("an unknown intent", () => {
  test.use({ expectedStatuses: [404] });

  test("leads to checkout", async ({ page }) => {
    await signUp(page);
    for (const secret of ["pi_none_secret_none", "no-secret"]) {
      await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
      await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
      await expect(payButton(page)).toHaveText("Pay $29.00");
    }
  });
});

test.describe("a server that fails or cannot be reached", () => {
  test.use({ expectedStatuses: [503], expectedFailures: ["net::ERR_CONNECTION_REFUSED"] });

  test("shows no form until Try Again succeeds", async ({ page }) => {
    await signUp(page);
    const secret = await createIntent(page, "basic");
    const fail = (route: Route) => route.fulfill({ status: 503, json: {} });
    const disconnect = (route: Route) => route.abort("connectionrefused");
    const problem = page.getByRole("alert").filter({
      hasText: "Unable to load payment form. Please try again.",
    });
    await page.route("**/trpc/payments.ownIntent*", fail);
    await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
    await expect(problem).toBeVisible();
    await page.unroute("**/trpc/payments.ownIntent*");
    await page.route("**/trpc/payments.ownIntent*", disconnect);
    const retried = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Try Again" }).click();
    await retried;
    await expect(problem).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await page.unroute("**/trpc/payments.ownIntent*");
    await page.route("**/v3/stripe.js", disconnect, { times: 1 });
    const scriptFailed = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Try Again" }).click();
    await scriptFailed;
    await expect(problem).toBeVisible();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(payButton(page)).toHaveText("Pay $29");
  });
});
