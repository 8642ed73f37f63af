import type { Page } from "@playwright/test";
import { z } from "zod";
import {
  becomeUser,
  CARDS,
  listCharges,
  payButton,
  readMembership,
  typeCard,
} from "../../checkout.ts";
import { expect, test } from "../../page.ts";

const Intent = z.object({ clientSecret: z.string(), amount: z.number() });

async function makeIntent(page: Page, membershipTier: string, couponCode = ""): Promise<string> {
  const data = { membershipTier, couponCode };
  const answer = await page.request.post("/api/create-payment-intent", { data });
  return Intent.parse(await answer.json()).clientSecret;
}

for (const [tier, name, button, cents] of [
  ["basic", "Basic", "Pay $29", 2900],
  ["premium", "Premium", "Pay $59", 5900],
] as const) {
  test(`an intent made elsewhere is paid as ${name}, its secret out of the address bar`, async ({
    page,
  }) => {
    await becomeUser(page);
    const secret = await makeIntent(page, tier);
    await page.goto(`/signup/payment?tier=${tier}&client_secret=${secret}`);
    await expect(page.getByRole("heading", { name: "Complete Your Payment" })).toBeVisible();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/signup/payment\\?tier=${tier}$`));
    await page.reload();
    await expect(payButton(page)).toBeEnabled();
    await expect(payButton(page)).toHaveText(button);
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
    await expect(page).toHaveURL(/\/my-ads$/);
    expect(await readMembership(page)).toMatchObject({ membershipTier: tier });
    expect(await listCharges(secret)).toEqual([cents]);
  });
}

test("an intent of another amount than the page says goes to checkout, uncharged", async ({
  page,
}) => {
  await becomeUser(page);
  const secret = await makeIntent(page, "basic", "Launch");
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
  await expect(payButton(page)).toBeEnabled();
  expect(await listCharges(secret)).toEqual([]);
});

for (const query of ["", "?tier=basic", "?client_secret=pi_1_secret_2"]) {
  test(`/signup/payment${query} lacks something and leads to /signup`, async ({ page }) => {
    await page.goto(`/signup/payment${query}`);
    await expect(page).toHaveURL(/\/signup$/);
    await expect(page.getByRole("heading", { name: "Account Details" })).toBeVisible();
  });
}

test("/checkout without a known tier leads to /signup, and a guest to /login and back", async ({
  page,
}) => {
  for (const path of ["/checkout", "/checkout?tier=gold"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/signup$/);
  }
  await page.goto("/checkout?tier=premium");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Username").fill("expired");
  await page.getByRole("textbox", { name: "Password" }).fill("stud-demo");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
  await expect(payButton(page)).toHaveText("Pay $59.00");
  await expect(page.getByText(/Your listings are back in search at once/)).toBeVisible();
});

test.describe("an intent that is unknown to the provider", () => {
  test.use({ expectedStatuses: [400, 401, 404] });

  test("cannot be prepared, and says so", async ({ page }) => {
    await becomeUser(page);
    await page.goto("/signup/payment?tier=basic&client_secret=pi_none_secret_none");
    await expect(page.getByRole("alert")).toContainText(
      "Unable to load payment form. Please try again.",
    );
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  });
});
