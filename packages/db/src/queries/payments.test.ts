import { DAY_MS } from "@studbook/domain/day";
import { addOneYear } from "@studbook/domain/membership";
import { membershipOfPeriods } from "@studbook/domain/periods";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { listMigrationNames } from "../migration-list.ts";
import { insertPayment, listOverdueMembers, listPeriods } from "./payments.ts";

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

describe("periods", () => {
  test("belong to payments, and do not count if these are refunded or disputed", async () => {
    const { id } = await createUser(studbook.db);
    const [periodFrom, periodTo] = [inDays(-10), inDays(355)];
    for (const status of ["succeeded", "refunded", "disputed"] as const) {
      await pay(id, { status, periodFrom, periodTo, listPrice: 2900 });
    }
    await pay(id, { status: "failed" });
    await pay(id);
    const periods = await listPeriods(studbook.db, id);
    const period = { tier: "basic", from: periodFrom, to: periodTo, listPriceCents: 2900 };
    expect(periods.map(({ counts }) => counts).sort()).toEqual([false, false, true]);
    for (const { id: _id, counts: _counts, ...rest } of periods) {
      expect(rest).toEqual({ ...period, replaces: [] });
    }
  });

  test("include a granted membership, which an upgrade replaces while it counts", async () => {
    const { id } = await createUser(studbook.db);
    const [grantedUntil, periodFrom, periodTo] = [inDays(100), inDays(-1), inDays(364)];
    const granted = { grantedTier: "basic", grantedUntil } as const;
    const upgrade = { membershipTier: "premium", periodFrom, periodTo, listPrice: 5900 } as const;
    await pay(id, { ...upgrade, ...granted, status: "refunded" });
    const periods = await listPeriods(studbook.db, id);
    expect(membershipOfPeriods(periods, new Date())).toEqual({
      tier: "basic",
      expiresAt: grantedUntil,
    });
    const paid = periods.map((period) => ({ ...period, counts: true }));
    expect(membershipOfPeriods(paid, new Date())).toMatchObject({
      tier: "premium",
      expiresAt: new Date(addOneYear(periodFrom).getTime() + 49 * DAY_MS),
    });
  });

  test("that an upgrade ended before time was carried over do not come back", async () => {
    const { id } = await createUser(studbook.db);
    const [periodFrom, givenUpAt] = [inDays(-100), inDays(-50)];
    await pay(id, { periodFrom, periodTo: inDays(265), givenUpAt });
    expect(membershipOfPeriods(await listPeriods(studbook.db, id), new Date())).toEqual({
      tier: "basic",
      expiresAt: givenUpAt,
    });
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

  test("that have begun without a membership or with only Basic are found", async () => {
    const begun = { periodFrom: inDays(-1), periodTo: inDays(364) };
    const none = await createUser(studbook.db, { membershipTier: null, membershipExpiresAt: null });
    await pay(none.id, begun);
    const basic = await createUser(studbook.db, {
      membershipTier: "basic",
      membershipExpiresAt: inDays(50),
    });
    await pay(basic.id, { ...begun, membershipTier: "premium" });
    const later = await createUser(studbook.db, {
      membershipTier: null,
      membershipExpiresAt: null,
    });
    await pay(later.id, { periodFrom: inDays(1), periodTo: inDays(366) });
    const found = await listOverdueMembers(studbook.db, 100);
    expect(found).toEqual(expect.arrayContaining([none.id, basic.id]));
    expect(found).not.toContain(later.id);
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
