import { randomUUID } from "node:crypto";
import { findPaymentByIntent } from "@studbook/db/queries/payments";
import {
  attachPhotos,
  findPhoto,
  insertPhoto,
  lockUnusedPhotos,
} from "@studbook/db/queries/photos";
import { getStats, listMonths } from "@studbook/db/queries/totals";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { createAd } from "@studbook/db/test/factories";
import { expect, it } from "vitest";
import { type Customer, intentIdOf, type Shop, useShop } from "../../test/payment-shop.ts";
import { createAdmin, createMember, PASSWORD } from "../../test/test-app.ts";

const getShop = useShop();

async function erase(shop: Shop, userId: string, cookie?: string) {
  const admin = cookie ?? (await createAdmin(shop.db)).cookie;
  const { status, json } = await shop.post(admin, "/trpc/admin.eraseUser", { id: userId });
  return { status, json: JSON.stringify(json) };
}

/** Returns the totals that an erasure must not change. */
async function sumsOf(shop: Shop) {
  const [stored] = await shop.test.run(`
    select count(*)::int as payments, sum(amount)::int as cents, sum(amount_refunded)::int as refunded,
      (select count(*)::int from payment_attempts) as attempts,
      (select count(*)::int from coupon_redemptions) as coupons from payments`);
  const { totalRevenue, ...stats } = await getStats(shop.db);
  const recentPayments = stats.recentPayments.map(({ payer: _, ...payment }) => payment);
  const revenue = (await listMonths(shop.db, 2)).map((month) => month.revenue);
  return { stored, totalRevenue, recentPayments, revenue };
}

it("erases the account and its ads, and keeps the payments and totals", async () => {
  const shop = getShop();
  const { id, username, cookie } = await createMember(shop.db);
  const buyer: Customer = { id, cookie };
  const photoId = randomUUID();
  await insertPhoto(shop.db, { id: photoId, userId: id, width: 4, height: 3, bytes: 9 });
  const ad = await createAd(shop.db, id, { record: { identity: { kennelName: "Elk Creek" } } });
  await shop.db.transaction().execute((tx) => attachPhotos(tx, ad.id, [photoId]));
  await shop.test.run(
    "update users set membership_expires_at = now() + interval '9 days' where id = $1",
    [id],
  );
  await shop.buy(buyer, "premium", "Launch");
  const before = await sumsOf(shop);
  const stats = await getStats(shop.db);

  expect((await erase(shop, id)).json).toContain('{"ads":1,"photos":1,"payments":1}');
  expect(await sumsOf(shop)).toEqual(before);
  expect(await getStats(shop.db)).toMatchObject({
    // The new admin replaces the erased user in this count.
    totalUsers: stats.totalUsers,
    totalAds: stats.totalAds - 1,
    premiumMembers: stats.premiumMembers - 1,
    recentPayments: stats.recentPayments.map((payment) => ({ ...payment, payer: null })),
  });
  expect(stats.recentPayments[0]?.payer).toEqual({ id, username });
  expect(await listWrongSums(shop.db)).toEqual([]);
  const left = await shop.test.run(
    `select (select count(*)::int from users where id = $1) as users,
       (select count(*)::int from ads where id = $2) as ads,
       (select count(*)::int from ad_records where ad_id = $2) as records,
       (select count(*)::int from sessions where sess ->> 'userId' = $1::text) as sessions,
       (select count(*)::int from payments where user_id is null) as nameless`,
    [id, ad.id],
  );
  expect(left).toEqual([{ users: 0, ads: 0, records: 0, sessions: 0, nameless: 1 }]);
  const due = await shop.db
    .transaction()
    .execute((tx) => lockUnusedPhotos(tx, { limit: 10, except: [] }));
  expect(due).toContain(photoId);
  expect((await findPhoto(shop.db, photoId))?.userId).toBeNull();
  const me = await shop.app.inject({ url: "/api/auth/me", headers: { cookie } });
  expect(me.statusCode).toBe(401);
  const again = { username, password: PASSWORD, membershipTier: "basic" };
  expect((await shop.post("", "/api/signup", again)).status).toBe(201);
});

it("does not release used coupons", async () => {
  const shop = getShop();
  await shop.test.run(
    `insert into coupons (code, key, description, percent_off, max_redemptions)
     values ('Once', 'once', 'x', 10, 2)`,
  );
  for (let n = 0; n < 2; n++) {
    const buyer = await shop.customer();
    await shop.buy(buyer, "basic", "Once");
    expect((await erase(shop, buyer.id)).status).toBe(200);
  }
  const late = await shop.createIntent(await shop.customer(), "basic", "Once");
  expect(late).toMatchObject({ status: 409, json: { code: "COUPON_USED" } });
});

it("a later refund or dispute is still recorded once", async () => {
  const shop = getShop();
  const buyers = [await shop.customer(), await shop.customer()];
  const [refunded = "", disputed = ""] = await Promise.all(
    buyers.map((buyer) => shop.buy(buyer, "premium")),
  );
  for (const { id } of buyers) await erase(shop, id);
  await shop.stripe.refunds.create({ payment_intent: refunded });
  await shop.controls.openDispute({ payment_intent: disputed });
  for (const intentId of [refunded, disputed]) {
    for (const event of await shop.events(intentId)) {
      expect((await shop.send(event)).status).toBe(200);
      expect((await shop.send(event)).status).toBe(200);
    }
  }
  expect(await findPaymentByIntent(shop.db, refunded)).toMatchObject({
    status: "refunded",
    amountRefunded: 5900,
    userId: null,
  });
  expect(await findPaymentByIntent(shop.db, disputed)).toMatchObject({
    status: "disputed",
    userId: null,
  });
  expect(await listWrongSums(shop.db)).toEqual([]);
});

it("is refused during a payment, and for admins", async () => {
  const shop = getShop();
  const buyer = await shop.customer();
  const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
  expect(await erase(shop, buyer.id)).toMatchObject({
    status: 409,
    json: expect.stringContaining("PAYMENT_UNDER_WAY"),
  });
  await shop.charge(intentId);
  expect((await erase(shop, buyer.id)).status).toBe(409);
  expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
  expect((await erase(shop, buyer.id)).status).toBe(200);
  const admin = await createAdmin(shop.db);
  expect((await erase(shop, admin.id)).status).toBe(403);
  expect((await erase(shop, admin.id, admin.cookie)).status).toBe(403);
});

it.each(Array.from({ length: 10 }, (_, round) => round))(
  "a concurrent checkout and erasure do not both succeed (%i)",
  async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const { cookie } = await createAdmin(shop.db);
    const [opened, erased] = await Promise.all([
      shop.createIntent(buyer, "premium"),
      erase(shop, buyer.id, cookie),
    ]);
    const [attempt] = await shop.attempts(buyer);
    // If the user was erased first, no payment was started. Otherwise nothing was erased, and the payment is open.
    expect([erased.status, opened.status, attempt?.status]).toEqual(
      erased.status === 200 ? [200, 401, undefined] : [409, 200, "open"],
    );
  },
);

it.each(Array.from({ length: 10 }, (_, round) => round))(
  "a payment with concurrent confirmation, webhook and erasure is recorded once (%i)",
  async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const { cookie } = await createAdmin(shop.db);
    const intentId = await shop.chargedIntent(buyer, "basic");
    const events = await shop.events(intentId);
    const eraseUntilDone = async () => {
      // The erasure is refused until the payment is recorded.
      while ((await erase(shop, buyer.id, cookie)).status === 409);
    };
    const [confirmed] = await Promise.all([
      shop.confirm(buyer, intentId, "basic"),
      ...events.map((event) => shop.send(event)),
      eraseUntilDone(),
    ]);
    expect([200, 401, 404]).toContain(confirmed.status);
    const [recorded] = await shop.test.run(
      "select count(*)::int as n, min(amount) as amount, min(user_id::text) as owner from payments where stripe_payment_intent_id = $1",
      [intentId],
    );
    expect(recorded).toEqual({ n: 1, amount: 2900, owner: null });
    expect(await listWrongSums(shop.db)).toEqual([]);
  },
);
