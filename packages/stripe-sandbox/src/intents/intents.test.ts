import { expect, it } from "vitest";
import { openSandbox } from "../testing/open-sandbox.ts";

it("charges a card that pays", async () => {
  const { stripe } = await openSandbox();
  const intent = await stripe.paymentIntents.create({
    amount: 5900,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    statement_descriptor_suffix: "PREMIUM",
    metadata: { userId: "7" },
  });
  expect(intent).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
  const paid = await stripe.paymentIntents.confirm(intent.id, {
    payment_method: "pm_card_visa",
    expand: ["latest_charge.refunds"],
  });
  expect(paid).toMatchObject({
    status: "succeeded",
    amount_received: 5900,
    metadata: { userId: "7" },
    latest_charge: { status: "succeeded", amount: 5900, refunds: { data: [] } },
  });
});
