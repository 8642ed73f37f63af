import { StudbookError } from "@studbook/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Studbook, startStudbook } from "./start-studbook.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let studbook: Studbook;
beforeAll(async () => {
  studbook = await startStudbook();
});
afterAll(() => studbook.stop());

const codeOf = (error: unknown) => (error instanceof StudbookError ? error.code : error);

it("sells a membership with a coupon", async () => {
  const { client } = await studbook.createMember({ tier: null });
  const { code } = await studbook.createCoupon({ percentOff: 25 });
  const intent = await client.payments.createIntent({ membershipTier: "basic", couponCode: code });
  expect(intent.amount).toBe(2175);
  const paymentIntentId = await studbook.payByCard(intent.clientSecret);
  await client.payments.confirmMembership({ paymentIntentId, membershipTier: "basic" });
  expect(await client.auth.me()).toMatchObject({ membershipTier: "basic" });
  const other = await studbook.createMember({ tier: null });
  const declined = await other.client.payments.createIntent({ membershipTier: "basic" });
  await expect(studbook.payByCard(declined.clientSecret, "pm_card_chargeDeclined")).rejects.toThrow(
    /declined/,
  );
});

it("activates a membership by webhook without a confirmation", async () => {
  const { client } = await studbook.createMember({ tier: null });
  const { clientSecret } = await client.payments.createIntent({ membershipTier: "premium" });
  await studbook.payByCard(clientSecret);
  await expect
    .poll(async () => (await client.auth.me())?.membershipTier, { timeout: 10_000 })
    .toBe("premium");
});

it("enforces the limits of basic and expired memberships", async () => {
  const basic = await studbook.createMember({ tier: "basic", email: "a@example.com" });
  await studbook.createAd(basic);
  const images = [await studbook.createPhoto(basic)];
  const listed = await studbook.createAd(basic);
  const { id, userId, createdAt, updatedAt, hiddenReason, hiddenSince, ...fields } = listed;
  const second = basic.client.ads.create({ ...fields, images });
  expect(await second.catch(codeOf)).toBe("AD_LIMIT_REACHED");
  const expired = await studbook.createMember({ expiresAt: new Date(Date.now() - DAY_MS) });
  const unpaid = { ...fields, images: [await studbook.createPhoto(expired)] };
  expect(await expired.client.ads.create(unpaid).catch(codeOf)).toBe("MEMBERSHIP_REQUIRED");
  const ad = await studbook.createAd(expired);
  expect(await expired.client.ads.byId({ id: ad.id })).toEqual({
    ...ad,
    hiddenSince: expect.stringMatching(/Z$/),
  });
  expect(await studbook.client().ads.byId({ id: ad.id }).catch(codeOf)).toBe("AD_NOT_FOUND");
  expect((await fetch(`${studbook.baseUrl}${ad.images[0]}`)).status).toBe(404);
  const photo = await fetch(`${studbook.baseUrl}${listed.images[0]}`);
  expect(photo.headers.get("content-type")).toBe("image/webp");
});

it("signs members in with and without their password", async () => {
  const member = await studbook.createMember();
  const { username, password } = member;
  const byPassword = studbook.client();
  await byPassword.auth.login({ username, password });
  const elsewhere = await studbook.createSession(member);
  await elsewhere.auth.logout();
  expect(await elsewhere.auth.me()).toBeNull();
  for (const client of [byPassword, member.client]) {
    expect(await client.auth.me()).toMatchObject({ username });
  }
});

it("shows created members and payments to an admin", async () => {
  const member = await studbook.createMember();
  await studbook.createPayment(member, { amount: 2900, membershipTier: "basic" });
  const admin = await studbook.createAdmin();
  const { items } = await admin.client.admin.users({ q: member.username });
  expect(items).toMatchObject([{ id: member.id, totalSpent: 2900 }]);
  expect(await member.client.admin.stats().catch(codeOf)).toBe("FORBIDDEN");
});
