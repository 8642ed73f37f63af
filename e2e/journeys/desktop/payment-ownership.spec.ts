import type { Browser, Page } from "@playwright/test";
import {
  CARDS,
  createIntent,
  listCharges,
  payButton,
  payWithGoodCard,
  readMembership,
  typeCard,
} from "../../checkout.ts";
import { signInWithForm, signUp } from "../../member.ts";
import { expect, test } from "../../page.ts";

test.beforeEach(({ page }) => page.clock.install());

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
    await payWithGoodCard(page);
    expect(await readMembership(page)).toMatchObject({ membershipTier: "premium" });
    expect(await listCharges(secret)).toEqual([]);
    expect(carriers).toEqual([link]);
  });

  test("leads a guest to /login and then to their own checkout", async ({ page, browser }) => {
    const secret = await makeOthersIntent(browser);
    await page.goto(`/signup/payment?tier=premium&client_secret=${secret}`);
    await signInWithForm(page, "expired", "stud-demo");
    await expect(page).toHaveURL(/\/checkout\?tier=premium$/);
    await expect(payButton(page)).toHaveText("Pay $59.00");
    expect(await listCharges(secret)).toEqual([]);
  });
});

test("a guest signs in, returns and pays without sending the secret to our server", async ({
  page,
}) => {
  const username = await signUp(page);
  const secret = await createIntent(page, "basic");
  await page.context().clearCookies();
  const link = `/signup/payment?tier=basic&client_secret=${secret}`;
  const carriers = watchFor(page, secret);
  await page.goto(link);
  await expect(page).toHaveURL("/login?next=%2Fsignup%2Fpayment%3Ftier%3Dbasic");
  await page.reload();
  await signInWithForm(page, username);
  await expect(page).toHaveURL(/\/signup\/payment\?tier=basic$/);
  await expect(payButton(page)).toHaveText("Pay $29");
  await page.reload();
  await payWithGoodCard(page);
  expect(await listCharges(secret)).toEqual([2900]);
  expect(carriers).toEqual([link]);
});

test.describe("an open payment form", () => {
  test.use({ expectedStatuses: [400, 401, 404] });

  for (const [path, home] of [
    ["/signup/payment", "/signup/payment?tier=basic"],
    ["/checkout", "/checkout?tier=basic"],
  ] as const) {
    test(`on ${path} does not charge a user who has signed in since`, async ({ page }) => {
      await signUp(page);
      const secret = await createIntent(page, "basic");
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
});

/** Returns the client secret of an intent for Premium that another user has created. */
async function makeOthersIntent(browser: Browser): Promise<string> {
  const attacker = await browser.newPage();
  await signUp(attacker);
  const secret = await createIntent(attacker, "premium");
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
