import { membershipOfPeriods } from "@studbook/domain/periods";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { readClock } from "../clock.ts";
import { listMigrationNames } from "../migrate.ts";
import { findCoupon, isCouponAvailable, lockCoupon, reserveCoupon } from "./coupons.ts";
import {
  type AttemptFilter,
  claimOpenAttempts,
  insertAttempt,
  setAttemptIntent,
} from "./payment-attempts.ts";
import { endBasicPeriods, insertPayment, listOverdueMembers, listPeriods } from "./payments.ts";
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
  test("a user can have only one open attempt", async () => {
    const { id } = await createUser(studbook.db);
    await openAttempt(id);
    await expect(openAttempt(id)).rejects.toThrow("payment_attempts_one_open");
  });

  test("an intent belongs to one attempt, and an attempt cannot change its intent", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => openAttempt((await createUser(studbook.db)).id)),
    );
    const storeIntent = (id: string | undefined, intent: string) =>
      setAttemptIntent(studbook.db, id ?? "", intent);
    expect(await storeIntent(first?.id, "pi_first")).toBe(true);
    expect(await storeIntent(first?.id, "pi_first")).toBe(true);
    expect(await storeIntent(first?.id, "pi_other")).toBe(false);
    await expect(storeIntent(second?.id, "pi_first")).rejects.toThrow(
      "payment_attempts_intent_key",
    );
  });

  describe("claimOpenAttempts", () => {
    const timeouts = { withCoupon: 30 * 60, withoutIntent: 60 * 60, other: 24 * 60 * 60 };
    const due: AttemptFilter = { kind: "due", youngerThan: 600, checkedAgo: 3600 };
    const minutes = (count: number) => studbook.advance(count * 60_000);
    beforeEach(async () => {
      await studbook.db
        .updateTable("paymentAttempts")
        .set({ status: "canceled" })
        .where("status", "=", "open")
        .execute();
    });
    const claim = async (filter: AttemptFilter, checkedBefore: Date, limit = 100) => {
      const options = { filter, checkedBefore, timeouts, limit };
      const claimed = await claimOpenAttempts(studbook.db, options);
      return claimed.map(({ id }) => id).toSorted();
    };
    const now = () => readClock(studbook.db);
    const openOne = async (options: { coupon?: true; intent?: string } = {}) => {
      const { id: userId } = await createUser(studbook.db);
      const { id } = await openAttempt(userId);
      const { coupon, intent } = options;
      if (intent) await setAttemptIntent(studbook.db, id, intent);
      if (coupon) {
        const launch = await findCoupon(studbook.db, "launch");
        await studbook.db
          .updateTable("paymentAttempts")
          .set({ couponId: launch?.id ?? null })
          .where("id", "=", id)
          .execute();
      }
      return id;
    };

    test("returns each attempt once to concurrent callers", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 40; n++) ids.push(await openOne());
      const began = await now();
      const claimed = await Promise.all(
        Array.from({ length: 8 }, () => claim({ kind: "pending" }, began, 5)),
      );
      expect(claimed.flat()).toHaveLength(40);
      expect(claimed.flat().toSorted()).toEqual(ids.toSorted());
      expect(await claim({ kind: "pending" }, began)).toEqual([]);
    });

    test("returns the least recently checked attempts first", async () => {
      const first = await openOne();
      await minutes(1);
      expect(await claim({ kind: "pending" }, await now())).toEqual([first]);
      await minutes(1);
      const second = await openOne();
      await minutes(1);
      const third = await openOne();
      await minutes(1);
      const began = await now();
      const order = [];
      for (let n = 0; n < 3; n++) order.push(...(await claim({ kind: "pending" }, began, 1)));
      expect(order).toEqual([first, second, third]);
      expect(await claim({ kind: "pending" }, began, 1)).toEqual([]);
    });

    test("returns due attempts often at first, then once an hour, and never without an intent", async () => {
      const early = await openOne({ intent: "pi_early" });
      await openOne();
      const dueNow = async () => claim(due, await now());
      expect(await dueNow()).toEqual([early]);
      await minutes(9);
      expect(await dueNow()).toEqual([early]);
      await minutes(2);
      expect(await dueNow()).toEqual([]);
      const late = await openOne({ intent: "pi_late" });
      await minutes(49);
      expect(await dueNow()).toEqual([late]);
      await minutes(9);
      expect(await dueNow()).toEqual([early]);
    });

    test("returns expired attempts by their timeout, those with a coupon first", async () => {
      const plain = await openOne({ intent: "pi_plain" });
      const withoutIntent = await openOne();
      await minutes(24 * 60 - 31);
      expect(await claim({ kind: "expired" }, await now())).toEqual([withoutIntent]);
      const coupon = await openOne({ coupon: true, intent: "pi_coupon" });
      await minutes(29);
      expect(await claim({ kind: "expired" }, await now())).toEqual([withoutIntent]);
      await minutes(2);
      const began = await now();
      expect(await claim({ kind: "expired" }, began, 1)).toEqual([coupon]);
      expect(await claim({ kind: "expired" }, began)).toEqual([plain, withoutIntent].toSorted());
    });

    test("returns attempts by their intents, regardless of age", async () => {
      const paid = await openOne({ intent: "pi_found" });
      await openOne({ intent: "pi_unpaid" });
      await minutes(300);
      const filter: AttemptFilter = { kind: "intents", intentIds: ["pi_found", "pi_unknown"] };
      expect(await claim(filter, await now())).toEqual([paid]);
      expect(await claim({ kind: "intents", intentIds: [] }, await now())).toEqual([]);
    });
  });
});

describe("coupons", () => {
  test("the three coupons of the specification exist", async () => {
    for (const [key, code, percentOff] of [
      ["newstud", "NewStud", 50],
      ["launch", "Launch", 50],
      ["start2025", "START2025", 99],
    ] as const) {
      expect(await findCoupon(studbook.db, key)).toMatchObject({ code, percentOff, active: true });
    }
    expect(await findCoupon(studbook.db, "other")).toBeUndefined();
  });

  test("one of four concurrent users gets the last use of a coupon", async () => {
    for (let round = 0; round < 10; round++) {
      const coupon = await studbook.db
        .insertInto("coupons")
        .values({
          code: `Last${round}`,
          key: `last${round}`,
          description: "One use",
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
            if (!locked || !(await isCouponAvailable(tx, locked, userId))) return false;
            await reserveCoupon(tx, { couponId: coupon.id, userId, attemptId });
            return true;
          });
        }),
      );
      expect(reserved.filter(Boolean)).toHaveLength(1);
      const other = await createUser(studbook.db);
      expect(await isCouponAvailable(studbook.db, coupon, other.id)).toBe(false);
    }
  });
});

describe("periods", () => {
  test("count unless their payment is refunded, disputed or failed", async () => {
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

  test("endBasicPeriods ends unexpired Basic periods and leaves past ones", async () => {
    const { id } = await createUser(studbook.db);
    await pay(id, { periodFrom: inDays(-400), periodTo: inDays(-35) });
    const running = inDays(-35);
    await pay(id, { periodFrom: running, periodTo: inDays(330) });
    await pay(id, { membershipTier: "premium", periodFrom: inDays(-1), periodTo: inDays(364) });
    await studbook.db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      await endBasicPeriods(tx, id);
    });
    const periods = await listPeriods(studbook.db, id);
    const givenUp = periods.filter(({ givenUpAt }) => givenUpAt !== null);
    expect(givenUp.map(({ from }) => from)).toEqual([running]);
  });

  test("include a granted membership that existed at a purchase, until an upgrade", async () => {
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

  test("that outlast an expired membership are found", async () => {
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

test("migration 0007 gives earlier payments one year each, ending with the membership", async () => {
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

test("Stripe events are recorded once and deleted after 60 days", async () => {
  const record = () =>
    studbook.db
      .transaction()
      .execute((tx) => insertStripeEvent(tx, { id: "evt_1", type: "charge.refunded" }));
  expect(await record()).toBe(true);
  expect(await record()).toBe(false);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(0);
  await studbook.advance(60 * DAY_MS);
  expect(await deleteOldStripeEvents(studbook.db)).toBe(1);
});
