import { membershipOfPeriods } from "@studbook/domain/periods";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { listMigrationNames } from "../migrate.ts";
import { endBasicPeriods, insertPayment, listOverdueMembers, listPeriods } from "./payments.ts";
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
