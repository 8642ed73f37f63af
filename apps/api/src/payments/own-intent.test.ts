import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";
import { createAdmin } from "../../test/test-app.ts";

const shopOf = useShop();

async function ask(cookie: string | undefined, input: object, headers = {}) {
  const url = `/trpc/payments.ownIntent?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await shopOf().app.inject({
    url,
    headers: { ...(cookie && { cookie }), ...headers },
  });
  const { result, error } = response.json();
  return { status: response.statusCode, data: result?.data, code: error?.data.code, response };
}

describe("what an intent pays for", () => {
  it("is told to the member who prepared it, with the amount that will be charged", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const paymentIntentId = intentIdOf(await shop.createIntent(buyer, "basic", "NewStud"));
    const { status, data, response } = await ask(buyer.cookie, { paymentIntentId });
    expect([status, data]).toEqual([200, { membershipTier: "basic", amount: 1450 }]);
    expect(response.headers["cache-control"]).toBe("no-store");
    await shop.charge(paymentIntentId);
    await shop.confirm(buyer, paymentIntentId, "basic");
    expect((await ask(buyer.cookie, { paymentIntentId })).data).toEqual(data);
  });

  it("is not told to another member, a guest, an admin, or a page that shows another member", async () => {
    const shop = shopOf();
    const [owner, other] = [await shop.customer(), await shop.customer()];
    const admin = await createAdmin(shop.db);
    const paymentIntentId = intentIdOf(await shop.createIntent(owner, "premium"));
    const stale = { "x-studbook-user": "somebody.else" };
    expect(await ask(other.cookie, { paymentIntentId })).toMatchObject({
      status: 404,
      code: "PAYMENT_NOT_FOUND",
    });
    expect(await ask(undefined, { paymentIntentId })).toMatchObject({ status: 401 });
    expect(await ask(admin.cookie, { paymentIntentId })).toMatchObject({ status: 403 });
    expect(await ask(owner.cookie, { paymentIntentId }, stale)).toMatchObject({
      status: 401,
      code: "NOT_SIGNED_IN",
    });
  });

  it("is 404 for an id that is unknown or malformed, and for a whole client secret", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const { json } = await shop.createIntent(buyer, "basic");
    for (const paymentIntentId of ["pi_unknown", "", "x", "pi_\0", json.clientSecret]) {
      const { status, code } = await ask(buyer.cookie, { paymentIntentId });
      expect([status, code]).toEqual([404, "PAYMENT_NOT_FOUND"]);
    }
  });

  it("is asked for by the intent only", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const paymentIntentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    for (const input of [{}, { paymentIntentId: 5 }, { paymentIntentId, amount: 1 }]) {
      expect((await ask(buyer.cookie, input)).status).toBe(400);
    }
  });
});
