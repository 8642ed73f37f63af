import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";
import { createAdmin } from "../../test/test-app.ts";

const getShop = useShop();

async function queryOwnIntent(cookie: string | undefined, input: object, headers = {}) {
  const url = `/trpc/payments.ownIntent?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await getShop().app.inject({
    url,
    headers: { ...(cookie && { cookie }), ...headers },
  });
  const { result, error } = response.json();
  return { status: response.statusCode, data: result?.data, code: error?.data.code, response };
}

describe("payments.ownIntent", () => {
  it("returns the tier and the amount to the member who created the intent", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const paymentIntentId = intentIdOf(await shop.createIntent(buyer, "basic", "NewStud"));
    const { status, data, response } = await queryOwnIntent(buyer.cookie, { paymentIntentId });
    expect([status, data]).toEqual([200, { membershipTier: "basic", amount: 1450 }]);
    expect(response.headers["cache-control"]).toBe("no-store");
    await shop.charge(paymentIntentId);
    await shop.confirm(buyer, paymentIntentId, "basic");
    expect((await queryOwnIntent(buyer.cookie, { paymentIntentId })).data).toEqual(data);
  });

  it("refuses another member, a guest, an admin, and a page that shows another member", async () => {
    const shop = getShop();
    const owner = await shop.customer();
    const other = await shop.customer();
    const admin = await createAdmin(shop.db);
    const paymentIntentId = intentIdOf(await shop.createIntent(owner, "premium"));
    const stale = { "x-studbook-user": "somebody.else" };
    expect(await queryOwnIntent(other.cookie, { paymentIntentId })).toMatchObject({
      status: 404,
      code: "PAYMENT_NOT_FOUND",
    });
    expect(await queryOwnIntent(undefined, { paymentIntentId })).toMatchObject({ status: 401 });
    expect(await queryOwnIntent(admin.cookie, { paymentIntentId })).toMatchObject({ status: 403 });
    expect(await queryOwnIntent(owner.cookie, { paymentIntentId }, stale)).toMatchObject({
      status: 401,
      code: "NOT_SIGNED_IN",
    });
  });

  it("responds with 404 for an unknown or malformed ID, and for a complete client secret", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const { json } = await shop.createIntent(buyer, "basic");
    for (const paymentIntentId of ["pi_unknown", "", "x", "pi_\0", json.clientSecret]) {
      const { status, code } = await queryOwnIntent(buyer.cookie, { paymentIntentId });
      expect([status, code]).toEqual([404, "PAYMENT_NOT_FOUND"]);
    }
  });

  it("refuses missing, malformed and unknown fields", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const paymentIntentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    for (const input of [{}, { paymentIntentId: 5 }, { paymentIntentId, amount: 1 }]) {
      expect((await queryOwnIntent(buyer.cookie, input)).status).toBe(400);
    }
  });
});
