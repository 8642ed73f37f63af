import { expect, it } from "vitest";
import { useShop } from "../../test/payment-shop.ts";

const getShop = useShop();

const recordsOf = async (action: string) =>
  await getShop()
    .db.selectFrom("auditLog")
    .select(["subjectType", "subjectId", "details"])
    .where("action", "=", action)
    .orderBy("id")
    .execute();

it("records the activation, refund and dispute of a membership once each in the audit log", async () => {
  const shop = getShop();
  const buyer = await shop.customer();
  const other = await shop.customer();
  const refunded = await shop.buy(buyer, "basic");
  const disputed = await shop.buy(other, "premium");
  await shop.confirm(buyer, refunded, "basic");
  expect(await recordsOf("membership.activated")).toMatchObject([
    { subjectType: "user", subjectId: buyer.id, details: { tier: "basic", amount: 2900 } },
    { subjectType: "user", subjectId: other.id, details: { tier: "premium", amount: 5900 } },
  ]);

  await shop.stripe.refunds.create({ payment_intent: refunded });
  await shop.controls.openDispute({ payment_intent: disputed });
  for (const intent of [refunded, disputed, refunded]) {
    for (const event of await shop.events(intent)) await shop.send(event);
  }
  const [payment] = await shop.payments(buyer);
  expect(await recordsOf("payment.refunded")).toMatchObject([
    { subjectType: "payment", subjectId: payment?.id, details: { amountRefunded: 2900 } },
  ]);
  expect(await recordsOf("payment.disputed")).toMatchObject([{ details: { status: "disputed" } }]);
});
