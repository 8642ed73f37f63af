import { beforeAll, describe, expect, it } from "vitest";
import { useShop } from "../../test/payment-shop.ts";

const HOUR_MS = 3_600_000;

const getShop = useShop();
beforeAll(async () => {
  const shop = getShop();
  const coupon = (code: string) => ({
    code,
    key: code.toLowerCase(),
    description: code,
    percentOff: 10,
  });
  await shop.db
    .insertInto("coupons")
    .values([
      { ...coupon("Off"), active: false },
      { ...coupon("Ended"), endsAt: new Date(Date.now() - HOUR_MS) },
      { ...coupon("Later"), startsAt: new Date(Date.now() + HOUR_MS) },
      { ...coupon("Gone"), maxRedemptions: 1 },
    ])
    .execute();
  await shop.buy(await shop.customer(), "basic", "Gone");
});

describe("a coupon", () => {
  it("can be used once by each user", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.buy(buyer, "basic", "NewStud");
    const again = await shop.createIntent(buyer, "premium", "newstud");
    expect([again.status, again.json.code]).toEqual([409, "COUPON_USED"]);
    expect((await shop.createIntent(buyer, "premium", "Launch")).status).toBe(200);
    expect((await shop.createIntent(await shop.customer(), "basic", "NewStud")).status).toBe(200);
  });

  it("is released when its attempt is replaced", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.createIntent(buyer, "basic", "Launch");
    await shop.createIntent(buyer, "basic");
    expect(await countRedemptions(buyer.id)).toBe(0);
    expect((await shop.createIntent(buyer, "premium", "Launch")).status).toBe(200);
    expect(await countRedemptions(buyer.id)).toBe(1);
  });

  it.each([
    ["is unknown", "Nobody", 400, "COUPON_INVALID"],
    ["has characters that cannot be stored", "a\0b", 400, "COUPON_INVALID"],
    ["is too long", "x".repeat(5000), 400, "COUPON_INVALID"],
    ["is disabled", "Off", 400, "COUPON_INVALID"],
    ["has expired", "Ended", 400, "COUPON_INVALID"],
    ["is scheduled", "Later", 400, "COUPON_INVALID"],
    ["is used up", "Gone", 409, "COUPON_USED"],
  ])("is refused without changing the open attempt if it %s", async (_what, code, status, name) => {
    const shop = getShop();
    const buyer = await shop.customer();
    const before = await shop.createIntent(buyer, "basic");
    const refused = await shop.createIntent(buyer, "basic", code);
    expect([refused.status, refused.json.code]).toEqual([status, name]);
    if (status === 400)
      expect(refused.json.error).toBe("The coupon code you entered is not valid.");
    expect((await shop.createIntent(buyer, "basic")).json).toEqual(before.json);
    expect(await shop.attempts(buyer)).toHaveLength(1);
  });
});

async function countRedemptions(userId: string): Promise<number> {
  const rows = await getShop()
    .db.selectFrom("couponRedemptions")
    .select("couponId")
    .where("userId", "=", userId)
    .execute();
  return rows.length;
}
