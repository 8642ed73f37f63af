import { expect, it } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";

async function openPaid() {
  const opened = await openSandbox();
  const intent = await opened.stripe.paymentIntents.create({
    amount: 5900,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
  });
  const charge = String(intent.latest_charge);
  return { ...opened, intent, charge };
}

it("refunds a part, then the rest, then nothing more", async () => {
  const { stripe, intent, charge } = await openPaid();
  await stripe.refunds.create({ payment_intent: intent.id, amount: 1000, metadata: { by: "ops" } });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 1000,
    refunded: false,
  });
  await expect(stripe.refunds.create({ charge, amount: 5000 })).rejects.toThrow(/greater than/);
  const rest = await stripe.refunds.create({ charge, reason: "requested_by_customer" });
  expect(rest).toMatchObject({ amount: 4900, status: "succeeded", payment_intent: intent.id });
  expect(await stripe.charges.retrieve(charge, { expand: ["refunds"] })).toMatchObject({
    amount_refunded: 5900,
    refunded: true,
    status: "succeeded",
    refunds: { data: [{ amount: 4900 }, { amount: 1000, metadata: { by: "ops" } }] },
  });
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  const { data } = await stripe.refunds.list({ payment_intent: intent.id });
  expect(data.map(({ amount }) => amount)).toEqual([4900, 1000]);
  const events = await stripe.events.list({ types: ["charge.refunded", "refund.created"] });
  expect(events.data).toHaveLength(4);
});

it("refuses to refund an unpaid intent", async () => {
  const { stripe } = await openSandbox();
  const intent = await stripe.paymentIntents.create({ amount: 5900, currency: "usd" });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(/successful/);
  await expect(stripe.refunds.create({})).rejects.toThrow(/payment_intent or charge/);
});

it("updates a refund's metadata", async () => {
  const { stripe, charge } = await openPaid();
  const refund = await stripe.refunds.create({ charge });
  await stripe.refunds.update(refund.id, { metadata: { seen: "yes" } });
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    amount: 5900,
    metadata: { seen: "yes" },
  });
});

it("refuses to refund a disputed charge until the dispute is won", async () => {
  const { stripe, controls, intent, charge } = await openPaid();
  const id = await controls.openDispute({ payment_intent: intent.id, reason: "fraudulent" });
  expect(await stripe.disputes.retrieve(id, { expand: ["charge"] })).toMatchObject({
    status: "needs_response",
    reason: "fraudulent",
    amount: 5900,
    charge: { id: charge, disputed: true },
  });
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
    code: "charge_disputed",
  });
  await expect(controls.openDispute({ charge })).rejects.toThrow(/already disputed/);
  await controls.closeDispute(id, "won");
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: "won" });
  await expect(controls.closeDispute(id, "lost")).rejects.toThrow(/already closed/);
  await stripe.refunds.create({ charge });
  const { data } = await stripe.events.list();
  const types = data.map(({ type }) => type).filter((type) => type.startsWith("charge.dispute"));
  expect(types.reverse()).toEqual([
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
    "charge.dispute.funds_reinstated",
  ]);
});

it("lets the shop update a dispute's metadata and concede it", async () => {
  const { stripe, controls, charge } = await openPaid();
  const id = await controls.openDispute({ charge, amount: 1000 });
  await stripe.disputes.update(id, { metadata: { case: "12" } });
  expect(await stripe.disputes.close(id)).toMatchObject({
    status: "lost",
    metadata: { case: "12" },
  });
  expect((await stripe.disputes.list({ charge })).data).toMatchObject([{ id, amount: 1000 }]);
});
