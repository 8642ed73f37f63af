import { randomUUID } from "node:crypto";
import { couponKey } from "@studbook/domain/coupons";
import type { Ad } from "@studbook/domain/schemas/ad";
import type { Db } from "../src/client.ts";
import { insertAd, type NewAdRow } from "../src/queries/ads.ts";
import { type CouponRow, insertCoupon } from "../src/queries/coupons.ts";
import { insertAttempt } from "../src/queries/payment-attempts.ts";
import { insertPayment, type NewPayment, type Payment } from "../src/queries/payments.ts";
import { insertUser, lockUser, type NewUser, type User } from "../src/queries/users.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Creates a user, by default with an active Premium membership. */
export async function createUser(db: Db, fields: Partial<NewUser> = {}): Promise<User> {
  return await insertUser(db, {
    username: `user-${randomUUID()}`,
    password: "!",
    membershipTier: "premium",
    membershipExpiresAt: new Date(Date.now() + YEAR_MS),
    ...fields,
  });
}

export const newTestAd: NewAdRow = {
  dogName: "Rex",
  breed: "Boxer",
  state: "TX",
  birthdate: "2022-02-28",
  studFee: 500,
  description: "A dog.",
  images: [],
  ownerName: "An Owner",
  ownerEmail: "owner@example.com",
};

/** Creates an ad of the user the way the product does. */
export async function createAd(
  db: Db,
  userId: string,
  fields: Partial<NewAdRow> & { createdAt?: Date } = {},
): Promise<Ad> {
  return await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    return await insertAd(tx, userId, { ...newTestAd, ...fields });
  });
}

/** The fields of a successful Premium payment. */
export function newTestPayment(userId: string): NewPayment {
  return {
    userId,
    stripePaymentIntentId: `pi_${randomUUID()}`,
    amount: 5900,
    membershipTier: "premium",
    status: "succeeded",
  };
}

/** Creates a payment, by default a successful one for Premium. */
export async function createPayment(
  db: Db,
  userId: string,
  fields: Partial<NewPayment> = {},
): Promise<Payment> {
  return await insertPayment(db, { ...newTestPayment(userId), ...fields });
}

/** Opens a checkout of the user for Basic. */
export async function openAttempt(db: Db, userId: string): Promise<{ id: string }> {
  return await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const order = { userId, membershipTier: "basic", couponId: null, amount: 2900 } as const;
    return await insertAttempt(tx, order);
  });
}

/** Creates a coupon, by default half off for everyone. */
export async function createCoupon(
  db: Db,
  fields: Partial<Omit<CouponRow, "id" | "key">> = {},
): Promise<CouponRow> {
  const { code = `HALF-${randomUUID()}`, ...rest } = fields;
  const coupon = { description: "For a test", percentOff: 50, ...rest, code, key: couponKey(code) };
  const created = await db.transaction().execute((tx) => insertCoupon(tx, coupon));
  if (!created) throw new Error(`The coupon ${code} already exists`);
  return created;
}
