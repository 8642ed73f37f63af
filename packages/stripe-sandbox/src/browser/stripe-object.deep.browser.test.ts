import { type Browser, expect, type Page } from "@playwright/test";
import type { Stripe, StripeCardElement, StripeElements } from "@stripe/stripe-js";
import { launchBrowser } from "@studbook/chromium/test/browser";
import { afterAll, beforeAll, it } from "vitest";
import { openShop } from "../../test/open-shop.ts";

declare global {
  interface Window {
    stripe: Stripe | undefined;
    elements: StripeElements | undefined;
    card: StripeCardElement | undefined;
    outcome: unknown;
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page without React, with a Stripe object in `window.stripe`. */
async function openPlainPage() {
  const shop = await openShop(browser);
  const secret = new URL(shop.url).searchParams.get("secret") ?? "";
  await shop.page.goto(`${new URL(shop.url).origin}/bare`);
  await shop.page.evaluate(() => {
    window.stripe = window.Stripe?.("pk_test_sandbox");
  });
  return { ...shop, secret };
}

async function fillCard(page: Page, number: string) {
  const card = page.frameLocator("iframe[title='Secure card payment input frame']");
  await card.getByLabel("Card number").fill(number);
  await card.getByLabel("Expiration date").fill("12 / 34");
  await card.getByLabel("Security code").fill("123");
}

it("creates a payment method from a card Element and confirms a payment with it", async () => {
  const { page, secret, stripe, intent } = await openPlainPage();
  await page.evaluate(() => {
    const card = window.stripe?.elements().create("card");
    const states: string[] = [];
    card?.on("change", ({ brand, complete }) => states.push(`${brand} ${complete}`));
    card?.on("ready", () => card.focus());
    card?.mount("#root");
    window.outcome = states;
    window.card = card;
  });
  const number = page
    .frameLocator("iframe[title='Secure card payment input frame']")
    .getByLabel("Card number");
  await expect(number).toBeFocused();
  await number.fill("4000");
  await page.evaluate(() => window.card?.clear());
  await expect(number).toHaveValue("");
  await fillCard(page, "5555555555554444");
  await expect.poll(() => page.evaluate(() => window.outcome)).toContain("mastercard true");
  const result = await page.evaluate(async (secret) => {
    if (!window.card) return "no card";
    const method = await window.stripe?.createPaymentMethod({ type: "card", card: window.card });
    const id = method?.paymentMethod?.id ?? "";
    const paid = await window.stripe?.confirmCardPayment(secret, { payment_method: id });
    return paid?.paymentIntent?.status;
  }, secret);
  expect(result).toBe("succeeded");
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ["latest_charge"],
  });
  expect(charge).toMatchObject({ payment_method_details: { card: { last4: "4444" } } });
});

it("pays an intent that was created after the card was typed, if its amount is the one shown", async () => {
  const { page, secret } = await openPlainPage();
  await page.evaluate(() => {
    const elements = window.stripe?.elements({ mode: "payment", amount: 2900, currency: "usd" });
    elements?.create("payment").mount("#root");
    window.elements = elements;
  });
  const card = page.frameLocator("iframe[title='Secure payment input frame']");
  await card.getByRole("button", { name: /4242 4242 4242 4242/ }).click();
  const confirm = () =>
    page.evaluate(async (clientSecret) => {
      const { stripe, elements } = window;
      if (!elements) return "no elements";
      await elements.submit();
      const redirect = "if_required";
      const result = await stripe?.confirmPayment({ elements, clientSecret, redirect });
      return result?.error?.message ?? result?.paymentIntent?.status;
    }, secret);
  expect(await confirm()).toContain("is not the amount of the Elements");
  await page.evaluate(() => window.elements?.update({ amount: 5900 }));
  expect(await confirm()).toBe("succeeded");
});

it("redirects to the return URL after a payment unless redirect is 'if_required'", async () => {
  const { page, secret, intent } = await openPlainPage();
  await page.evaluate((clientSecret) => {
    const elements = window.stripe?.elements({ clientSecret });
    elements?.create("payment").mount("#root");
    window.elements = elements;
  }, secret);
  const card = page.frameLocator("iframe[title='Secure payment input frame']");
  await card.getByRole("button", { name: /4242 4242 4242 4242/ }).click();
  const returnUrl = `${new URL(page.url()).origin}/done`;
  await page.evaluate((return_url) => {
    const { stripe, elements } = window;
    if (elements) stripe?.confirmPayment({ elements, confirmParams: { return_url } });
  }, returnUrl);
  await page.waitForURL(/\/done/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    payment_intent: intent,
    payment_intent_client_secret: secret,
    redirect_status: "succeeded",
  });
});

it("handles the next action of an intent that the server confirmed", async () => {
  const { page, secret, stripe, intent } = await openPlainPage();
  await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_authenticationRequired" });
  await page.evaluate((clientSecret) => {
    window.stripe?.handleNextAction({ clientSecret }).then((result) => {
      window.outcome = "paymentIntent" in result ? result.paymentIntent?.status : result.error;
    });
  }, secret);
  const bank = page.frameLocator("iframe[title='3D Secure authentication']");
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect.poll(() => page.evaluate(() => window.outcome)).toBe("succeeded");
});

it("throws IntegrationError for misuse without repeating a secret", async () => {
  const { page } = await openPlainPage();
  const messages = await page.evaluate(async () => {
    const stripe = window.stripe;
    const elements = stripe?.elements();
    elements?.create("card");
    const attempts = [
      () => window.Stripe?.("sk_test_sandbox"),
      () => stripe?.elements({ clientSecret: "hush" }),
      () => stripe?.retrievePaymentIntent("hush"),
      () => elements?.create("iban"),
      () => elements?.create("card"),
      () => elements?.getElement("card")?.mount("#nowhere"),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "";
      } catch (error) {
        return String(error);
      }
    });
  });
  for (const message of messages) expect(message).toMatch(/^IntegrationError: (?!.*hush)/);
});

it("accepts messages in the card frame only from the page that embeds it", async () => {
  const { page, sandbox } = await openPlainPage();
  await page.evaluate((origin) => {
    for (const src of [`${origin}/v3/card-form`, "about:blank"]) {
      const frame = document.createElement("iframe");
      frame.src = src;
      frame.name = src;
      document.body.append(frame);
    }
  }, `http://localhost:${sandbox.port}`);
  const form = page.frameLocator("iframe[src$='card-form']");
  await expect(form.getByLabel("Card number")).toBeVisible();
  const offer = (from: "stranger" | "page") => {
    const frame = from === "page" ? page.mainFrame() : page.frames().at(-1);
    return frame?.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      window.outcome = "silence";
      port1.onmessage = ({ data }) => {
        window.outcome = data.type;
      };
      window.top?.frames[0]?.postMessage("connect", "*", [port2]);
    });
  };
  await offer("stranger");
  await offer("page");
  await expect.poll(() => page.evaluate(() => window.outcome)).toMatch(/ready|height/);
  expect(
    await page
      .frames()
      .at(-1)
      ?.evaluate(() => window.outcome),
  ).toBe("silence");
});
