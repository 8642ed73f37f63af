import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";

const NEW = { amount: 5900, currency: "usd" } as const;

async function openIntent(params: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const opened = await openSandbox();
  const intent = await opened.stripe.paymentIntents.create({ ...NEW, ...params });
  const eventTypes = async () => {
    const { data } = await opened.stripe.events.list();
    return data.map(({ type }) => type).reverse();
  };
  return { ...opened, intent, eventTypes };
}

describe("a payment intent", () => {
  it("is paid with a valid card and keeps its metadata and statement descriptor", async () => {
    const { stripe, intent, eventTypes } = await openIntent({
      allowed_payment_method_types: ["card"],
      metadata: { userId: "7" },
      statement_descriptor_suffix: "PREMIUM",
    });
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      client_secret: expect.stringMatching(new RegExp(`^${intent.id}_secret_\\w+$`)),
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: "pm_card_visa",
      expand: ["latest_charge.refunds", "payment_method"],
    });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 5900,
      metadata: { userId: "7" },
      payment_method: { card: { brand: "visa", last4: "4242" } },
      latest_charge: {
        status: "succeeded",
        amount: 5900,
        statement_descriptor_suffix: "PREMIUM",
        refunds: { data: [], has_more: false },
      },
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "succeeded" });
    expect(await eventTypes()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  it.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_visa_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"],
  ])("stays open when %s is declined and accepts another card", async (card, code, declineCode) => {
    const { stripe, intent, eventTypes } = await openIntent();
    const error = await stripe.paymentIntents
      .confirm(intent.id, { payment_method: card })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
    const open = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    expect(open).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { code, decline_code: declineCode },
      latest_charge: { status: "failed", paid: false, failure_code: code },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null });
    expect(await eventTypes()).toEqual([
      "payment_intent.created",
      "charge.failed",
      "payment_intent.payment_failed",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  it("can be created and paid or declined in one call", async () => {
    const { stripe } = await openSandbox();
    const now = { ...NEW, confirm: true, payment_method: "pm_card_mastercard" };
    expect(await stripe.paymentIntents.create(now)).toMatchObject({ status: "succeeded" });
    await expect(
      stripe.paymentIntents.create({ ...now, payment_method: "pm_card_chargeDeclined" }),
    ).rejects.toMatchObject({
      statusCode: 402,
      payment_intent: { status: "requires_payment_method" },
    });
  });

  it("is declined instead of challenged when the payment is off-session", async () => {
    const { stripe, intent } = await openIntent();
    const away = { payment_method: "pm_card_authenticationRequired", off_session: true };
    await expect(stripe.paymentIntents.confirm(intent.id, away)).rejects.toMatchObject({
      code: "authentication_required",
    });
  });

  it.each([
    [{ amount: 49 }, "amount_too_small", "amount"],
    [{ amount: 100_000_000 }, "amount_too_large", "amount"],
    [{ amount: -1 }, "parameter_invalid_integer", "amount"],
    [{ amount: 0.5 }, "parameter_invalid_integer", "amount"],
    [{ currency: "xxx" }, undefined, "currency"],
    [{ customer: "cus_none" }, "resource_missing", "customer"],
    [{ payment_method: "pm_none" }, "resource_missing", "payment_method"],
    [{ statement_descriptor_suffix: "<b>" }, undefined, "statement_descriptor_suffix"],
  ])("is refused with %o", async (params, code, param) => {
    const { stripe } = await openSandbox();
    await expect(stripe.paymentIntents.create({ ...NEW, ...params })).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      code,
      param,
    });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it("cannot be confirmed, canceled or repriced once it is paid", async () => {
    const { stripe, intent } = await openIntent({ payment_method: "pm_card_visa", confirm: true });
    const unexpected = { statusCode: 400, code: "payment_intent_unexpected_state" };
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      ...unexpected,
      payment_intent: { id: intent.id, status: "succeeded" },
    });
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject(unexpected);
    await expect(stripe.paymentIntents.update(intent.id, { amount: 100 })).rejects.toMatchObject(
      unexpected,
    );
    const updated = await stripe.paymentIntents.update(intent.id, { metadata: { note: "late" } });
    expect(updated).toMatchObject({ amount: 5900, metadata: { note: "late" } });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it("cannot be confirmed without a payment method or after cancellation", async () => {
    const { stripe, intent, eventTypes } = await openIntent();
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toThrow(/missing a payment/);
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: "abandoned",
    });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    await expect(
      stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }),
    ).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toThrow(/status of canceled/);
    expect(await eventTypes()).toEqual(["payment_intent.created", "payment_intent.canceled"]);
  });

  it("can be updated while it is open", async () => {
    const { stripe, intent } = await openIntent({ metadata: { tier: "basic", coupon: "X" } });
    const updated = await stripe.paymentIntents.update(intent.id, {
      amount: 2900,
      description: "A year",
      metadata: { coupon: "", userId: "7" },
      payment_method: "pm_card_visa",
    });
    expect(updated).toMatchObject({
      amount: 2900,
      description: "A year",
      status: "requires_confirmation",
    });
    expect(updated.metadata).toEqual({ tier: "basic", userId: "7" });
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ amount_received: 2900 });
  });

  it("is listed newest first in pages", async () => {
    const { stripe } = await openSandbox();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await stripe.paymentIntents.create(NEW)).id);
    const listed: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(made);
    const before = await stripe.paymentIntents.list({ ending_before: made[3] ?? "", limit: 2 });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
    const later = await stripe.paymentIntents.list({
      created: { gt: 4_000_000_000 },
    });
    expect(later).toMatchObject({ data: [], has_more: false });
  });

  it("gets a 404 if it is unknown", async () => {
    const { stripe } = await openSandbox();
    await expect(stripe.paymentIntents.retrieve("pi_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });
});
