import type { Browser, Page, Route } from "@playwright/test";
import { z } from "zod";
import {
  CARDS,
  cancelIntent,
  chargeIntent,
  expectRedirectToMyAds,
  listCharges,
  payButton,
  readMembership,
  typeCard,
} from "../../checkout.ts";
import { PASSWORD, signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";

const Intent = z.object({ clientSecret: z.string(), amount: z.number() });

async function makeIntent(page: Page, membershipTier: string, couponCode = ""): Promise<string> {
  const data = { membershipTier, couponCode };
  const response = await page.request.post("/api/create-payment-intent", { data });
  return Intent.parse(await response.json()).clientSecret;
}

test.beforeEach(({ page }) => page.clock.install());

test("pays an intent that the API created, and removes its secret from the address bar", async ({
  page,
}) => {
  await signUp(page);
  const secret = await makeIntent(page, "premium");
  await page.goto(`/signup/payment?tier=premium&client_secret=${secret}`);
  await expect(page.getByRole("heading", { name: "Complete Your Payment" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Premium", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/signup\/payment\?tier=premium$/);
  await page.reload();
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toHaveText("Pay $59");
  await typeCard(page, CARDS.good);
  await payButton(page).click();
  await expectRedirectToMyAds(page);
  expect(await readMembership(page)).toMatchObject({ membershipTier: "premium" });
  expect(await listCharges(secret)).toEqual([5900]);
});

test("an intent with an amount other than the tier's price leads to checkout uncharged", async ({
  page,
}) => {
  await signUp(page);
  const secret = await makeIntent(page, "basic", "Launch");
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
  await page.getByLabel("Username").fill("expired");
  await page.getByRole("textbox", { name: "Password" }).fill("stud-demo");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
  await expect(payButton(page)).toHaveText("Pay $59.00");
  await expect(page.getByText(/Your listings return to search immediately/)).toBeVisible();
});

test.describe("another member's intent", () => {
  test.use({ expectedStatuses: [404] });

  test("cannot be paid through its link, and its secret stays in the browser", async ({
    page,
    browser,
  }) => {
    const secret = await makeOthersIntent(browser);
    await signUp(page);
    const link = `/signup/payment?tier=premium&client_secret=${secret}`;
    const carriers = watchFor(page, secret);
    await page.goto(link);
    await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
    await expect(payButton(page)).toHaveText("Pay $59.00");
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    await expectRedirectToMyAds(page);
    expect(await readMembership(page)).toMatchObject({ membershipTier: "premium" });
    expect(await listCharges(secret)).toEqual([]);
    expect(carriers).toEqual([link]);
  });

  test("leads a guest to /login and then to their own checkout", async ({ page, browser }) => {
    const secret = await makeOthersIntent(browser);
    await page.goto(`/signup/payment?tier=premium&client_secret=${secret}`);
    await signIn(page, "expired", "stud-demo");
    await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
    await expect(payButton(page)).toHaveText("Pay $59.00");
    expect(await listCharges(secret)).toEqual([]);
  });
});

test("a guest signs in, returns and pays without sending the secret to our server", async ({
  page,
}) => {
  const username = await signUp(page);
  const secret = await makeIntent(page, "basic");
  await page.context().clearCookies();
  const link = `/signup/payment?tier=basic&client_secret=${secret}`;
  const carriers = watchFor(page, secret);
  await page.goto(link);
  await expect(page).toHaveURL("/login?next=%2Fsignup%2Fpayment%3Ftier%3Dbasic");
  await page.reload();
  await signIn(page, username, PASSWORD);
  await expect(page).toHaveURL(/\/signup\/payment\?tier=basic$/);
  await expect(payButton(page)).toHaveText("Pay $29");
  await page.reload();
  await typeCard(page, CARDS.good);
  await payButton(page).click();
  await expectRedirectToMyAds(page);
  expect(await listCharges(secret)).toEqual([2900]);
  expect(carriers).toEqual([link]);
});

test("an intent of another tier leads to checkout uncharged", async ({ page }) => {
  await signUp(page);
  const secret = await makeIntent(page, "premium");
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
  await expect(payButton(page)).toHaveText("Pay $29.00");
  expect(await listCharges(secret)).toEqual([]);
});

test("a paid intent cannot be paid again", async ({ page }) => {
  await signUp(page);
  const secret = await makeIntent(page, "basic");
  await chargeIntent(secret);
  await page.goto(`/signup/payment?tier=basic&client_secret=${secret}`);
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expectRedirectToMyAds(page);
  expect(await readMembership(page)).toMatchObject({ membershipTier: "basic" });
});

test.describe("an open payment form", () => {
  test.use({ expectedStatuses: [400, 401, 404] });

  for (const [path, home] of [
    ["/signup/payment", "/signup/payment?tier=basic"],
    ["/checkout", "/checkout?tier=basic"],
  ] as const) {
    test(`on ${path} does not charge a user who has signed in since`, async ({ page }) => {
      await signUp(page);
      const secret = await makeIntent(page, "basic");
      const query = path === "/checkout" ? "" : `&client_secret=${secret}`;
      await page.goto(`${path}?tier=basic${query}`);
      await expect(payButton(page)).toBeEnabled();
      await expect(page).toHaveURL(home);
      await typeCard(page, CARDS.good);
      // A sign-in through the API does not notify the tab.
      await signUp(page);
      await payButton(page).click();
      await expect(page).toHaveURL(/\/checkout\?tier=basic$/);
      await expect(payButton(page)).toHaveText("Pay $29.00");
      expect(await listCharges(secret)).toEqual([]);
      expect(await readMembership(page)).toMatchObject({ membershipTier: null });
    });
  }

  test("does not charge a canceled intent, and leads to a new one", async ({ page }) => {
    await signUp(page);
    const secret = await makeIntent(page, "basic");
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
    const secret = await makeIntent(page, "basic");
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
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(payButton(page)).toHaveText("Pay $29");
  });
});

/** Returns the client secret of an intent for Premium that another user has created. */
async function makeOthersIntent(browser: Browser): Promise<string> {
  const attacker = await browser.newPage();
  await signUp(attacker);
  const secret = await makeIntent(attacker, "premium");
  await attacker.context().close();
  return secret;
}

/** Collects the paths of requests to our server that contain a text in their address, body or headers. */
function watchFor(page: Page, text: string): string[] {
  const carriers: string[] = [];
  page.on("request", (request) => {
    const { pathname, search, port } = new URL(request.url());
    if (port === process.env.STRIPE_SANDBOX_PORT) return;
    const sent = [request.url(), request.postData() ?? "", ...Object.values(request.headers())];
    if (sent.join(" ").includes(text)) carriers.push(pathname + search);
  });
  return carriers;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}
