import type { Page, Route } from "@playwright/test";
import {
  authenticate,
  CARDS,
  cardForm,
  collectClientSecrets,
  dropConfirmation,
  expectRedirectToMyAds,
  listCharges,
  payButton,
  paymentProblem,
  readMembership,
} from "../../checkout.ts";
import { type InputMethod, keyboard } from "../../input-methods.ts";
import { newUsername, PASSWORD } from "../../member.ts";
import { expect, test } from "../../page.ts";
import { shownToast } from "../../toasts.ts";

test.use({
  expectedStatuses: [400, 402],
  // Browsers resend a request if a reused connection closes.
  expectedFailures: [
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_CONNECTION_CLOSED",
    "net::ERR_CONNECTION_RESET",
  ],
});

test("a new member pays by keyboard at 390 pixels although everything goes wrong once", async ({
  page,
}) => {
  test.slow();
  await page.clock.install();
  const input = keyboard(page);
  const secrets = collectClientSecrets(page);
  await signUpAfterTakenName(page, input);
  await applyCouponAfterUnknownOne(page, input);

  await payByKeyboard(page, CARDS.declined);
  await expect(shownToast(page, "Your card was declined.")).toBeVisible();
  await expect(paymentProblem(page)).toHaveText(
    "Payment Failed. Your card was declined.Nothing was charged. Try another card, or ask your bank why.",
  );
  await expect(paymentProblem(page).locator("..")).toBeFocused();

  await payByKeyboard(page, CARDS.asksForMore);
  await authenticate(page, "Fail");
  await expect(paymentProblem(page)).toHaveText(
    "Payment Failed. We are unable to authenticate your payment method. Please choose a different payment method and try again.Nothing was charged.",
  );
  expect(await readMembership(page)).toMatchObject({ membershipTier: null });
  await expect(payButton(page)).toHaveText("Pay $14.50");

  await dropConfirmation(secrets.at(-1) ?? "");
  await payByKeyboard(page, CARDS.asksForMore);
  await authenticate(page, "Complete");
  await expect(page.getByText("Membership until")).toBeVisible();
  await expectRedirectToMyAds(page);
  expect(await listCharges(secrets.at(-1) ?? "")).toEqual([1450]);
  await expect(page.getByText(/^Membership until .*\. Create your first listing\.$/)).toBeVisible();
});

async function signUpAfterTakenName(page: Page, input: InputMethod): Promise<void> {
  const next = page.getByRole("button", { name: "Continue to Membership Selection" });
  await page.goto("/signup");
  await expect(next).toBeEnabled();
  await expect(page.getByRole("list", { name: "Step 1 of 3" })).toBeVisible();
  await input.type(page.getByLabel("Username"), "Premium");
  await input.type(page.getByLabel("Password", { exact: true }), PASSWORD);
  await input.type(page.getByLabel("Confirm password", { exact: true }), PASSWORD);
  await input.type(page.getByLabel("Email"), "new@example.com");
  await input.press(next);
  const problems = page.getByRole("main").getByRole("alert");
  await expect(problems).toBeFocused();
  await expect(problems).toContainText("This username is taken.");
  await input.type(page.getByLabel("Username"), newUsername());
  await input.press(next);
  await expect(page.getByRole("heading", { name: "Choose Your Membership" })).toBeFocused();
  await loseNextResponse(page, "**/trpc/auth.signup*");
  await input.press(page.getByRole("button", { name: "Choose Basic" }));
  await expect(problems).toContainText("Studbook cannot be reached.");
  await input.press(page.getByRole("button", { name: "Back to Account Details" }));
  await input.press(next);
  await input.press(page.getByRole("button", { name: "Choose Basic" }));
  await expect(page.getByRole("list", { name: "Step 3 of 3" })).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay $29.00");
}

/** The server receives the next call, but its response is lost. */
async function loseNextResponse(page: Page, url: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(url, lose, { times: 1 });
}

async function applyCouponAfterUnknownOne(page: Page, input: InputMethod): Promise<void> {
  const coupon = page.getByRole("textbox", { name: "Have a Coupon Code?" });
  await input.type(coupon, "NoSuchCode");
  await page.keyboard.press("Enter");
  await expect(coupon).toHaveAccessibleDescription("The coupon code you entered is not valid.");
  await expect(coupon).toBeFocused();
  await expect(shownToast(page, "Invalid Coupon")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Launch");
  await page.keyboard.press("Enter");
  await expect(payButton(page)).toHaveText("Pay $14.50");
  await page.reload();
  await expect(coupon).toHaveValue("Launch");
  await expect(payButton(page)).toHaveText("Pay $14.50");
}

/** Types a card with Tab between its fields, and submits the form with Enter. */
async function payByKeyboard(page: Page, number: string): Promise<void> {
  await expect(payButton(page)).toBeEnabled();
  await cardForm(page).getByLabel("Card number").focus();
  for (const text of [number, "1239", "123"]) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
    if (text !== "123") await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
}
