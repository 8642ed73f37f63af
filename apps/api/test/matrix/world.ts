import { randomUUID } from "node:crypto";
import { insertCoupon, reserveCoupon } from "@studbook/db/queries/coupons";
import type { EmailPurpose } from "@studbook/db/queries/email-tokens";
import { insertAttempt, setAttemptIntent } from "@studbook/db/queries/payment-attempts";
import { insertUser, lockUser, setUserActive } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test/factories";
import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";
import type { Tier } from "@studbook/domain/plans";
import type { NewAdFields } from "@studbook/domain/schemas/ad";
import { hashPassword } from "../../src/auth/passwords.ts";
import { addLink } from "../email-links.ts";
import type { Shop } from "../payment-shop.ts";
import { newAdFields, PASSWORD, signInAs } from "../test-app.ts";
import type { Role } from "./table.ts";

/** The users and ads of one cell, so that cells do not affect each other. */
export type World = {
  /** The caller's `Cookie` header; undefined for a visitor. */
  cookie: string | undefined;
  username: string;
  /** The fields of an ad that the caller may create. */
  fields: NewAdFields;
  userAdId: string;
  /** A public ad of another member. */
  publicAdId: string;
  /** An ad of an owner whose membership has expired. */
  hiddenAdId: string;
  /** The day 'YYYY-MM-DD' after today in UTC. */
  tomorrow: string;
  tier: Tier;
  /** The caller's payment for that tier, or another member's for "other"; '' unless needed. */
  paidIntentId: string;
  /** The owner of `publicAdId`. */
  otherId: string;
  /** The caller's ID if the caller is an admin, otherwise ''. */
  adminId: string;
  /** Tokens of links in emails to the caller; '' unless needed. */
  resetToken: string;
  verifyToken: string;
  restoreToken: string;
  /** A coupon that two users have reserved; '' unless needed. */
  couponId: string;
};

/** The optional parts of a world that a call requires. */
export type Needs = {
  userAd: boolean;
  expiresSoon: boolean;
  neverPaid: boolean;
  payment: boolean;
  coupon: boolean;
  links: boolean;
};

const EMAIL = "caller@example.com";
const OLD_EMAIL = "earlier@example.com";
const PAST = new Date("2020-01-01T00:00:00Z");
const FUTURE = new Date("2090-01-01T00:00:00Z");

const password = hashPassword(PASSWORD);

/** Creates the caller of a role and the data that it may act on. */
export async function createWorld(shop: Shop, role: Role, needs: Needs): Promise<World> {
  const { db } = shop;
  const soon = new Date(Date.now() + 30 * DAY_MS);
  const activeUntil = needs.expiresSoon ? soon : FUTURE;
  const hasPaid = role !== "admin" && !needs.neverPaid;
  const username = `caller-${randomUUID().slice(0, 8)}`;
  const { id } = await insertUser(db, {
    username,
    password: await password,
    email: EMAIL,
    verifiedEmail: needs.links ? OLD_EMAIL : null,
    isAdmin: role === "admin",
    membershipTier: hasPaid ? (role === "basic" ? "basic" : "premium") : null,
    membershipExpiresAt: hasPaid ? (role === "expired" ? PAST : activeUntil) : null,
  });
  const userAdId = needs.userAd ? (await createAd(db, id)).id : "";
  const other = await createUser(db, { membershipExpiresAt: FUTURE });
  const expired = await createUser(db, { membershipExpiresAt: PAST });
  const cookie = role === "visitor" ? undefined : await signInAs(db, id);
  if (role === "inactive") {
    await db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      await setUserActive(tx, id, false);
    });
  }
  const linkTo = (purpose: EmailPurpose, email: string) =>
    addLink(db, { userId: id, purpose, email });
  const tier = role === "basic" ? "basic" : "premium";
  const payer = role === "other" ? other.id : id;
  return {
    cookie,
    tomorrow: utcDay(new Date(Date.now() + DAY_MS)),
    tier,
    paidIntentId: needs.payment ? await pay(shop, payer, tier) : "",
    username,
    fields: await newAdFields(db, id),
    userAdId,
    publicAdId: (await createAd(db, other.id)).id,
    hiddenAdId: (await createAd(db, expired.id)).id,
    otherId: other.id,
    adminId: role === "admin" ? id : "",
    resetToken: needs.links ? await linkTo("reset-password", OLD_EMAIL) : "",
    verifyToken: needs.links ? await linkTo("verify-email", EMAIL) : "",
    restoreToken: needs.links ? await linkTo("restore-email", OLD_EMAIL) : "",
    couponId: needs.coupon ? await addCoupon(shop) : "",
  };
}

async function addCoupon({ db }: Shop): Promise<string> {
  const key = randomUUID();
  const users = [(await createUser(db)).id, (await createUser(db)).id];
  return await db.transaction().execute(async (tx) => {
    const coupon = { code: key, key, description: "Half off", percentOff: 50 };
    const { id: couponId = "" } = (await insertCoupon(tx, coupon)) ?? {};
    for (const userId of users) {
      const order = { userId, membershipTier: "basic", couponId, amount: 1450 } as const;
      const { id: attemptId } = await insertAttempt(tx, order);
      await reserveCoupon(tx, { couponId, userId, attemptId });
    }
    return couponId;
  });
}

async function pay(shop: Shop, userId: string, membershipTier: Tier): Promise<string> {
  const order = { userId, membershipTier, couponId: null, amount: 5900 };
  const attempt = await shop.db.transaction().execute((tx) => insertAttempt(tx, order));
  const { id } = await shop.stripe.paymentIntents.create({
    amount: order.amount,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    metadata: { userId, tier: membershipTier, attemptId: attempt.id },
  });
  await setAttemptIntent(shop.db, attempt.id, id);
  await shop.charge(id);
  return id;
}
