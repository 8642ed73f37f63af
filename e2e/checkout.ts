import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { z } from "zod";

export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  asksForMore: "4000002500003155",
} as const;

/** How long the success of a payment is shown (specification, section 2). */
const REDIRECT_MS = 2_000;

/** Opens /checkout and returns its Pay button. */
export async function openCheckout(page: Page, tier: "basic" | "premium"): Promise<Locator> {
  await page.goto(`/checkout?tier=${tier}`);
  return payButton(page);
}

export function payButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Pay \$/ });
}

/**
 * Waits for a payment's success and fast-forwards to the redirect after it. Install the page's clock before the page is
 * opened: `page.clock.install()`.
 */
export async function expectRedirectToMyAds(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await page.clock.fastForward(REDIRECT_MS);
  await expect(page).toHaveURL(/\/my-ads$/);
}

/**
 * Presses Pay by keyboard. A click that scrolls to the button first can land in Stripe's frame, whose old position Chromium
 * still uses for a moment.
 */
export async function pressPay(page: Page): Promise<void> {
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).press("Enter");
}

/** Returns the message about a failed payment above the Pay button. */
export function paymentProblem(page: Page): Locator {
  return page.getByRole("main").getByRole("alert").filter({ hasText: "Payment Failed." });
}

/** Pays with a card that is accepted, and follows the redirect. Needs the page's clock, as `expectRedirectToMyAds` does. */
export async function payWithGoodCard(page: Page): Promise<void> {
  await typeCard(page, CARDS.good);
  await pressPay(page);
  await expectRedirectToMyAds(page);
}

/** Returns Stripe's frame with the card's fields. */
export function cardForm(page: Page): FrameLocator {
  return page.frameLocator("iframe[title='Secure payment input frame']");
}

/** Types a card into Stripe's frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiration date").fill("12 / 39");
  await form.getByLabel("Security code").fill("123");
}

/** Completes or fails the 3D Secure authentication of a card. */
export async function authenticate(page: Page, answer: "Complete" | "Fail"): Promise<void> {
  const bank = page.frameLocator("iframe[title='3D Secure authentication']");
  await bank.getByRole("button", { name: `${answer} authentication` }).click();
}

const Membership = z.object({
  membershipTier: z.string().nullable(),
  membershipExpiresAt: z.string().nullable(),
});

/** Returns the current user's membership from the server. */
export async function readMembership(page: Page): Promise<z.output<typeof Membership>> {
  return Membership.parse(await (await page.request.get("/api/auth/me")).json());
}

const Intent = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
});
const Intents = z.object({ data: z.array(Intent), has_more: z.boolean() });

const CreatedIntent = z.object({ clientSecret: z.string() });

/** Creates an intent for the current user through the API. Returns its client secret. */
export async function createIntent(
  page: Page,
  membershipTier: "basic" | "premium",
  couponCode = "",
): Promise<string> {
  const data = { membershipTier, couponCode };
  const response = await page.request.post("/api/create-payment-intent", { data });
  return CreatedIntent.parse(await response.json()).clientSecret;
}

/** Returns all amounts in cents that Stripe has charged the user of this intent. */
export async function listCharges(clientSecret: string): Promise<number[]> {
  const [id = ""] = clientSecret.split("_secret_");
  const { metadata } = Intent.parse(await callStripe(`payment_intents/${id}`));
  const intents = [];
  for (let more = true, after = ""; more; ) {
    const page = Intents.parse(await callStripe(`payment_intents?limit=100${after}`));
    intents.push(...page.data);
    more = page.has_more;
    after = `&starting_after=${page.data.at(-1)?.id}`;
  }
  return intents
    .filter((intent) => intent.metadata.userId === metadata.userId && intent.status === "succeeded")
    .map(({ amount }) => amount);
}

/** Makes the sandbox close the connection of the next confirmation of this intent after it has charged the card. */
export async function dropConfirmation(clientSecret: string): Promise<void> {
  const [id] = clientSecret.split("_secret_");
  const fault = { kind: "drop", when: "after", path: `/v1/payment_intents/${id}/confirm` };
  const response = await fetch(`${process.env.STRIPE_API_URL}/_sandbox/faults`, {
    method: "POST",
    body: JSON.stringify(fault),
  });
  expect(response.ok).toBe(true);
}

/** Charges a good card for an intent, which only the webhook reports to the server. */
export async function chargeIntent(clientSecret: string): Promise<void> {
  const [id] = clientSecret.split("_secret_");
  await callStripe(`payment_intents/${id}/confirm`, { payment_method: "pm_card_visa" });
}

/** Cancels an intent, as the server does if a payment takes too long. */
export async function cancelIntent(clientSecret: string): Promise<void> {
  const [id] = clientSecret.split("_secret_");
  await callStripe(`payment_intents/${id}/cancel`, {});
}

/** Sends a request to Stripe's API: a GET, or a POST with `fields`. */
async function callStripe(path: string, fields?: Record<string, string>): Promise<unknown> {
  const { STRIPE_API_URL, STRIPE_SECRET_KEY } = process.env;
  const response = await fetch(`${STRIPE_API_URL}/v1/${path}`, {
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    headers: { Authorization: `Bearer ${STRIPE_SECRET_KEY}` },
  });
  if (!response.ok) throw new Error(`Stripe refused ${path}: ${await response.text()}`);
  return response.json();
}

/** Collects the client secrets that the server sends to the page, the newest last. */
export function collectClientSecrets(page: Page): string[] {
  const secrets: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("payments.createIntent") || !response.ok()) return;
    const body = IntentBody.safeParse(await response.json());
    if (body.success) secrets.push(body.data.result.data.clientSecret);
  });
  return secrets;
}

const IntentBody = z.object({ result: z.object({ data: z.object({ clientSecret: z.string() }) }) });
