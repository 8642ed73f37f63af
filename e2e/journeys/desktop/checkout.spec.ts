import {
  CARDS,
  collectClientSecrets,
  expectRedirectToMyAds,
  listCharges,
  openCheckout,
  payButton,
  paymentProblem,
  payWithGoodCard,
  pressPay,
  readMembership,
  typeCard,
} from "../../checkout.ts";
import { signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";

test.beforeEach(({ page }) => page.clock.install());

test("charges a good card for a year, sends its number only to Stripe, and goes on to My Ads", async ({
  page,
}) => {
  await signUp(page);
  const secrets = collectClientSecrets(page);
  const recipients = new Set<string>();
  page.on("request", (request) => {
    const sent = `${request.url()} ${request.postData() ?? ""}`;
    if (/4242\D{0,3}4242/.test(sent)) recipients.add(new URL(request.url()).host);
  });
  const pay = await openCheckout(page, "premium");
  await expect(pay).toHaveText("Pay $59.00");
  await expect(page.getByText("Annual subscription")).toBeVisible();
  await expect(page.getByText("It does not renew by itself.")).toBeVisible();
  await typeCard(page, CARDS.good);
  await pay.click();
  await expect(page.getByText("Redirecting you to sign in...")).toBeVisible();
  await expect(
    page.getByText("Your membership has been activated.", { exact: true }),
  ).toBeVisible();
  await expectRedirectToMyAds(page);
  expect([...recipients]).toEqual([`localhost:${process.env.STRIPE_SANDBOX_PORT}`]);
  await expect(page.getByText("0 / ∞ ads")).toBeVisible();
  expect(await listCharges(secrets.at(-1) ?? "")).toEqual([5900]);

  await page.goto("/checkout?tier=premium");
  await expect(page.getByRole("heading", { name: "You have already paid" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
});

test("a double click charges once", async ({ page }) => {
  await signUp(page);
  const secrets = collectClientSecrets(page);
  const pay = await openCheckout(page, "basic");
  await expect(pay).toBeEnabled();
  await typeCard(page, CARDS.good);
  await pay.dblclick();
  await expectRedirectToMyAds(page);
  expect(await listCharges(secrets.at(-1) ?? "")).toEqual([2900]);
});

test.describe("two tabs", () => {
  test.use({ expectedStatuses: [400] });

  test("charge once and both show the membership", async ({ page, context }) => {
    await signUp(page);
    const secrets = collectClientSecrets(page);
    const other = await context.newPage();
    await Promise.all([openCheckout(page, "basic"), openCheckout(other, "basic")]);
    for (const tab of [page, other]) {
      await expect(payButton(tab)).toBeEnabled();
      await typeCard(tab, CARDS.good);
    }
    await Promise.all([payButton(page).click(), payButton(other).click()]);
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/my-ads$/);
    expect(await listCharges(secrets.at(-1) ?? "")).toEqual([2900]);
  });
});

test("a tab that is closed right after the charge still activates the membership", async ({
  page,
  context,
}) => {
  await signUp(page);
  const secrets = collectClientSecrets(page);
  const pay = await openCheckout(page, "basic");
  await expect(pay).toBeEnabled();
  await typeCard(page, CARDS.good);
  await page.route("**/trpc/payments.confirmMembership*", (route) => route.abort("aborted"));
  const confirming = page.waitForRequest("**/trpc/payments.confirmMembership*");
  await pay.click();
  await confirming;
  await page.close();

  const later = await context.newPage();
  await expect
    .poll(async () => (await readMembership(later)).membershipTier, { timeout: 20_000 })
    .toBe("basic");
  await later.goto("/my-ads");
  await expect(later.getByText("0 / 1 ads")).toBeVisible();
  expect(await listCharges(secrets.at(-1) ?? "")).toEqual([2900]);
});

test.describe("a membership that cannot be activated", () => {
  test.use({ expectedStatuses: [502] });

  test("is reported, and Pay is not offered again", { tag: "@deep" }, async ({ page }) => {
    await signUp(page);
    const pay = await openCheckout(page, "basic");
    await expect(pay).toBeEnabled();
    await typeCard(page, CARDS.good);
    let attempts = 0;
    await page.route("**/trpc/payments.confirmMembership*", (route) => {
      attempts += 1;
      return route.fulfill({
        status: 502,
        json: { error: { message: "no", code: -32603, data: {} } },
      });
    });
    await pay.click();
    const alert = page.getByRole("alert");
    // The page makes three more attempts after 1, 3 and 6 seconds.
    await expect(async () => {
      await page.clock.fastForward(6_000);
      await expect(alert).toContainText(
        "Payment succeeded but membership activation failed. Please contact support.",
        { timeout: 500 },
      );
    }).toPass({ intervals: [0] });
    expect(attempts).toBe(4);
    await expect(alert.getByRole("link")).toHaveAttribute("href", /^mailto:/);
    await expect(pay).toHaveCount(0);
  });
});

test("pages that /checkout redirects to do not load Stripe", async ({ page }) => {
  for (const path of ["/checkout?tier=basic", "/checkout", "/signup/payment?tier=basic"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/(?:login\?next=.*|signup)$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
  }
});

test.describe("a payment while offline", () => {
  test.use({ expectedFailures: ["net::ERR_INTERNET_DISCONNECTED"] });

  test("fails with a message and succeeds once online", async ({ page, context }) => {
    await signUp(page);
    const pay = await openCheckout(page, "basic");
    await expect(pay).toBeEnabled();
    await typeCard(page, CARDS.good);
    await context.setOffline(true);
    await pay.click();
    await expect(paymentProblem(page)).toContainText("You are offline.");
    await context.setOffline(false);
    await pressPay(page);
    await expectRedirectToMyAds(page);
  });
});

test.describe("an order", () => {
  test.use({ expectedStatuses: [400] });

  test("that was changed in another tab is not charged, and is prepared again", {
    tag: "@deep",
  }, async ({ page, context }) => {
    await signUp(page);
    const secrets = collectClientSecrets(page);
    await openCheckout(page, "basic");
    await expect(payButton(page)).toBeEnabled();
    const other = await context.newPage();
    await openCheckout(other, "premium");
    await expect(payButton(other)).toBeEnabled();
    await other.close();
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    await expect(paymentProblem(page)).toContainText("replaced in another tab");
    await payWithGoodCard(page);
    expect(await listCharges(secrets.at(-1) ?? "")).toEqual([2900]);
  });
});
