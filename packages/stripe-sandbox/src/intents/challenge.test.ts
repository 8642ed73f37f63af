import { expect, it } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";
import { PUBLISHABLE_KEY } from "../defaults.ts";

async function openChallenge(returnUrl?: string) {
  const opened = await openSandbox();
  const intent = await opened.stripe.paymentIntents.create({
    amount: 5900,
    currency: "usd",
    payment_method: "pm_card_authenticationRequiredOnSetup",
    confirm: true,
    ...(returnUrl && { return_url: returnUrl }),
  });
  const [challenge] = /payatt_\w+/.exec(JSON.stringify(intent.next_action)) ?? [];
  const answer = async (passed: boolean) => {
    const response = await fetch(`${opened.sandbox.url}/v1/challenges/${challenge}/answer`, {
      method: "POST",
      body: new URLSearchParams({ key: PUBLISHABLE_KEY, passed: String(passed) }),
    });
    return { status: response.status, json: await response.json() };
  };
  return { ...opened, intent, answer };
}

it("charges the card after the cardholder authenticates", async () => {
  const { stripe, intent, answer } = await openChallenge();
  expect(intent).toMatchObject({ status: "requires_action", latest_charge: null });
  expect((await answer(true)).status).toBe(200);
  expect((await answer(true)).status).toBe(404);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "succeeded",
    next_action: null,
  });
  const { data } = await stripe.charges.list({ payment_intent: intent.id });
  expect(data).toHaveLength(1);
  expect(data[0]?.payment_method_details?.card?.three_d_secure?.result).toBe("authenticated");
});

it("charges nothing when the authentication fails", async () => {
  const { stripe, intent, answer } = await openChallenge();
  await answer(false);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  expect((await stripe.charges.list()).data).toEqual([]);
});

it("ignores an answer after the intent was canceled", async () => {
  const { stripe, intent, answer } = await openChallenge();
  await stripe.paymentIntents.cancel(intent.id);
  expect((await answer(true)).status).toBe(200);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "canceled" });
  expect((await stripe.charges.list()).data).toEqual([]);
});

it("redirects the cardholder to the return URL", async () => {
  const { intent, answer, sandbox } = await openChallenge("https://shop.example/back?n=1");
  const page = intent.next_action?.redirect_to_url?.url ?? "";
  expect(new URL(page).origin).toBe(sandbox.url);
  expect(await (await fetch(page)).text()).toContain("Complete authentication");
  const { json } = await answer(true);
  const back = new URL(json.return_url);
  expect(back.origin).toBe("https://shop.example");
  expect(Object.fromEntries(back.searchParams)).toEqual({
    n: "1",
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: "succeeded",
  });
});
