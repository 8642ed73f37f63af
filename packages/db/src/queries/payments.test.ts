import { membershipOfPeriods } from "@studbook/domain/periods";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { readClock } from "../clock.ts";
import { listMigrationNames } from "../migrate.ts";
import { findCoupon, isCouponLeft, lockCoupon, reserveCoupon } from "./coupons.ts";
import {
  type AttemptLane,
  insertAttempt,
  setAttemptIntent,
  takeOpenAttempts,
} from "./payment-attempts.ts";
import { giveUpBasic, insertPayment, listOverdueMembers, listPeriods } from "./payments.ts";
import { deleteOldStripeEvents, insertStripeEvent } from "./stripe-events.ts";
import { lockUser } from "./users.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let intents = 0;
async function pay(
  userId: string,
  fields: Partial<Parameters<typeof insertPayment>[1]> = {},
): Promise<void> {
  const stripePaymentIntentId = `pi_${++intents}`;
  const payment = { amount: 2900, membershipTier: "basic", status: "succeeded" } as const;
  await insertPayment(studbook.db, { userId, stripePaymentIntentId, ...payment, ...fields });
}

const openAttempt = (userId: string) =>
  studbook.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    return await insertAttempt(tx, {
      userId,
      membershipTier: "basic",
      couponId: null,
      amount: 2900,
    });
  });

describe("attempts", () => {
  test("a user has one open attempt at most", async () => {
    const { id } = await createUser(studbook.db);
    await openAttempt(id);
    await expect(openAttempt(id)).rejects.toThrow("payment_attempts_one_open");
  });

  test("an intent belongs to one attempt, and an attempt keeps its intent", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => openAttempt((await createUser(studbook.db)).id)),
    );
    const note = (id: string | undefined, intent: string) =>
      setAttemptIntent(studbook.db, id ?? "", intent);
    expect(await note(first?.id, "pi_first")).toBe(true);
    expect(await note(first?.id, "pi_first")).toBe(true);
    expect(await note(first?.id, "pi_other")).toBe(false);
    await expect(note(second?.id, "pi_first")).rejects.toThrow("payment_attempts_intent_key");
  });

  describe("that are open are taken", () => {
    const patience = { withCoupon: 30 * 60, withoutIntent: 60 * 60, other: 24 * 60 * 60 };
    const due: AttemptLane = { kind: "due", youngerThan: 600, askedAgo: 3600 };
    const minutes = (count: number) => studbook.advance(count * 60_000);
    beforeEach(async () => {
      await studbook.db
        .updateTable("paymentAttempts")
        .set({ status: "canceled" })
        .where("status", "=", "open")
        .execute();
    });
    const take = async (lane: AttemptLane, askedBefore: Date, limit = 100) => {
      const taken = await takeOpenAttempts(studbook.db, { lane, askedBefore, patience, limit });
      return taken.map(({ id }) => id).toSorted();
    };
    const now = () => readClock(studbook.db);
    const openOne = async (options: { coupon?: true; intent?: string } = {}) => {
      const { id: userId } = await createUser(studbook.db);
      const { id } = await openAttempt(userId);
      const { coupon, intent } = options;
      if (intent) await setAttemptIntent(studbook.db, id, intent);
      if (coupon) {
        const found = await findCoupon(studbook.db, "launch");
        await studbook.db
          .updateTable("paymentAttempts")
          .set({ couponId: found?.id ?? null })
          .where("id", "=", id)
          .execute();
      }
      return id;
    };

    test("each once, by whoever reconciles at the same time", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 40; n++) ids.push(await openOne());
      const began = await now();
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => take({ kind: "waiting" }, began, 5)),
      );
      expect(taken.flat()).toHaveLength(40);
      expect(taken.flat().toSorted()).toEqual(ids.toSorted());
      expect(await take({ kind: "waiting" }, began)).toEqual([]);
    });

    test("those asked about longest ago first", async () => {
      const first = await openOne();
      await minutes(1);
      expect(await take({ kind: "waiting" }, await now())).toEqual([first]);
      await minutes(1);
      const second = await openOne();
      await minutes(1);
      const third = await openOne();
      await minutes(1);
      const began = await now();
      const order = [];
      for (let n = 0; n < 3; n++) order.push(...(await take({ kind: "waiting" }, began, 1)));
      expect(order).toEqual([first, second, third]);
      expect(await take({ kind: "waiting" }, began, 1)).toEqual([]);
    });

    test("as due often at first, then once an hour, and without an intent not at all", async () => {
      const asked = await openOne({ intent: "pi_asked" });
      await openOne();
      const dueNow = async () => take(due, await now());
      expect(await dueNow()).toEqual([asked]);
      await minutes(9);
      expect(await dueNow()).toEqual([asked]);
      await minutes(2);
      expect(await dueNow()).toEqual([]);
      const late = await openOne({ intent: "pi_late" });
      await minutes(49);
      expect(await dueNow()).toEqual([late]);
      await minutes(9);
      expect(await dueNow()).toEqual([asked]);
    });

    test("as over by what they hold, with a coupon first", async () => {
      const plain = await openOne({ intent: "pi_plain" });
      const cutOff = await openOne();
      await minutes(24 * 60 - 31);
      expect(await take({ kind: "over" }, await now())).toEqual([cutOff]);
      const coupon = await openOne({ coupon: true, intent: "pi_coupon" });
      await minutes(29);
      expect(await take({ kind: "over" }, await now())).toEqual([cutOff]);
      await minutes(2);
      const began = await now();
      expect(await take({ kind: "over" }, began, 1)).toEqual([coupon]);
      expect(await take({ kind: "over" }, began)).toEqual([plain, cutOff].toSorted());
    });

    test("by their intents, of whatever age", async () => {
      const paid = await openOne({ intent: "pi_found" });
      await openOne({ intent: "pi_unpaid" });
      await minutes(300);
      const lane: AttemptLane = { kind: "intents", intentIds: ["pi_found", "pi_unknown"] };
      expect(await take(lane, await now())).toEqual([paid]);
      expect(await take({ kind: "intents", intentIds: [] }, await now())).toEqual([]);
    });
  });
});

describe("coupons", () => {
  test("the three of the specification are there", async () => {
    for (const [key, code, percentOff] of [
      ["newstud", "NewStud", 50],
      ["launch", "Launch", 50],
      ["start2025", "START2025", 99],
    ] as const) {
      expect(await findCoupon(studbook.db, key)).toMatchObject({ code, percentOff, active: true });
    }
    expect(await findCoupon(studbook.db, "other")).toBeUndefined();
  });

  test("of two users at once one gets the last of a coupon", async () => {
    for (let round = 0; round < 10; round++) {
      const coupon = await studbook.db
        .insertInto("coupons")
        .values({
          code: `Last${round}`,
          key: `last${round}`,
          description: "One alone",
          percentOff: 10,
          maxRedemptions: 1,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const reserved = await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const { id: userId } = await createUser(studbook.db);
          const { id: attemptId } = await openAttempt(userId);
          return await studbook.db.transaction().execute(async (tx) => {
            await lockUser(tx, userId);
            const locked = await lockCoupon(tx, coupon.id);
            if (!locked || !(await isCouponLeft(tx, locked, userId))) return false;
            await reserveCoupon(tx, { couponId: coupon.id, userId, attemptId });
            return true;
          });
        }),
      );
      expect(reserved.filter(Boolean)).toHaveLength(1);
      const other = await createUser(studbook.db);
      expect(await isCouponLeft(studbook.db, coupon, other.id)).toBe(false);
    }
  });
});

describe("periods", () => {
  test("count while their payment is neither refunded nor disputed nor failed", async () => {
    const { id } = await createUser(studbook.db);
    const periodFrom = inDays(-10);
    const periodTo = inDays(355);
    await pay(id, { periodFrom, periodTo });
    await pay(id, { status: "refunded", periodFrom, periodTo });
    await pay(id, { status: "disputed", periodFrom, periodTo });
    await pay(id, { status: "failed" });
    await pay(id);
    expect(await listPeriods(studbook.db, id)).toEqual([
      { tier: "basic", from: periodFrom, to: periodTo, givenUpAt: null },
    ]);
  });

  test("of Basic are given up for good, those that have ended are not", async () => {
    const { id } = await createUser(studbook.db);
    await pay(id, { periodFrom: inDays(-400), periodTo: inDays(-35) });
    const running = inDays(-35);
    await pay(id, { periodFrom: running, periodTo: inDays(330) });
    await pay(id, { membershipTier: "premium", periodFrom: inDays(-1), periodTo: inDays(364) });
    await studbook.db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      await giveUpBasic(tx, id);
    });
    const periods = await listPeriods(studbook.db, id);
    const givenUp = periods.filter(({ givenUpAt }) => givenUpAt !== null);
    expect(givenUp.map(({ from }) => from)).toEqual([running]);
  });

  test("hold a membership without payment that a purchase came upon, until an upgrade", async () => {
    const { id } = await createUser(studbook.db);
    const grantedUntil = inDays(100);
    await pay(id, { status: "refunded", grantedTier: "basic", grantedUntil });
    const periods = await listPeriods(studbook.db, id);
    expect(membershipOfPeriods(periods, new Date())).toEqual({
      tier: "basic",
      expiresAt: grantedUntil,
    });

    const upgraded = await createUser(studbook.db);
    const boughtAt = inDays(-1);
    const premium = {
      membershipTier: "premium",
      status: "refunded",
      grantedTier: "basic",
    } as const;
    await pay(upgraded.id, {
      ...premium,
      grantedUntil,
      periodFrom: boughtAt,
      periodTo: inDays(364),
    });
    const left = await listPeriods(studbook.db, upgraded.id);
    expect(membershipOfPeriods(left, new Date())).toEqual({ tier: "basic", expiresAt: boughtAt });
  });

  test("that still run behind an expired membership are found", async () => {
    const overdue = await createUser(studbook.db, { membershipExpiresAt: inDays(-1) });
    const fine = await createUser(studbook.db, { membershipExpiresAt: inDays(100) });
    const expired = await createUser(studbook.db, { membershipExpiresAt: inDays(-1) });
    for (const { id } of [overdue, fine]) {
      await pay(id, { periodFrom: inDays(-265), periodTo: inDays(100) });
    }
    await pay(expired.id, { periodFrom: inDays(-366), periodTo: inDays(-1) });
    expect(await listOverdueMembers(studbook.db, 100)).toEqual([overdue.id]);
  });
});

test("payments from before the periods get a year each that ends with the membership", async () => {
  const old = await createTestDb({ migrated: false });
  const names = listMigrationNames();
  const run = async (name: string | undefined) => {
    const { up } = await import(`../migrations/${name}.ts`);
    await up(old.owner);
  };
  const at = names.indexOf("0007-payments");
  for (const name of names.slice(0, at)) await run(name);
  const expiry = new Date("2027-05-01T00:00:00.000Z");
  await sql`insert into users (id, username, password, membership_tier, membership_expires_at) values
    ('00000000-0000-4000-8000-000000000001', 'old', '!', 'basic', ${expiry})`.execute(old.owner);
  for (const [n, status] of ["succeeded", "failed", "succeeded"].entries()) {
    await sql`insert into payments (user_id, stripe_payment_intent_id, amount, membership_tier, status,
      created_at) values ('00000000-0000-4000-8000-000000000001', ${`pi_${n}`}, 2900, 'basic',
      ${status}, ${new Date(Date.UTC(2025, 4 + n, 1))})`.execute(old.owner);
  }
  await run(names[at]);
  const owned = await old.owner
    .selectFrom("payments")
    .select(["stripePaymentIntentId", "periodFrom", "periodTo"])
    .orderBy("stripePaymentIntentId")
    .execute();
  expect(owned.map(({ periodFrom, periodTo }) => [periodFrom, periodTo])).toEqual([
    [new Date("2025-05-01T00:00:00.000Z"), new Date("2026-05-01T00:00:00.000Z")],
    [null, null],
    [new Date("2026-05-01T00:00:00.000Z"), expiry],
  ]);
  await old.drop();
});

test("events are noted once and forgotten after 60 days", async () => {
  const note = () =>
    studbook.db
      .transaction()
      .execute((tx) => insertStripeEvent(tx, { id: "evt_1", type: "charge.refunded" }));
  expect(await note()).toBe(true);
  expect(await note()).toBe(false);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(0);
  await studbook.advance(60 * DAY_MS);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(1);
});
