import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAd, createUser, newTestPayment } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { createRandom, writeAtRandom } from "../../test/workload.ts";
import type { Db } from "../client.ts";
import { insertPayment } from "./payments.ts";
import { foldTotals, getStats, listMonths } from "./totals.ts";

const WRITERS = 8;
const NOW = new Date("2026-06-15T12:00:00.000Z");
const DAY_MS = 86_400_000;

let studbook: TestDb;
beforeEach(async () => {
  studbook = await createTestDb({ poolSize: WRITERS + 2 });
  await studbook.setNow(NOW);
});
afterEach(() => studbook.drop());

const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

describe("the statistics", () => {
  test("exclude the samples and their owner and count everything else", async () => {
    expect(await getStats(studbook.db)).toEqual({
      totalUsers: 0,
      totalAds: 0,
      totalRevenue: 0,
      basicMembers: 0,
      premiumMembers: 0,
      recentPayments: [],
    });
    const { id } = await createUser(studbook.db, { isActive: false, membershipExpiresAt: at(1) });
    await createUser(studbook.db, { membershipTier: "basic", membershipExpiresAt: at(40) });
    await createUser(studbook.db, { membershipTier: "basic", membershipExpiresAt: NOW });
    await createUser(studbook.db, { membershipTier: null, membershipExpiresAt: null });
    await createAd(studbook.db, id);
    await insertPayment(studbook.db, newTestPayment(id));
    await insertPayment(studbook.db, { ...newTestPayment(id), status: "failed" });
    expect(await getStats(studbook.db)).toMatchObject({
      totalUsers: 4,
      totalAds: 1,
      totalRevenue: 5900,
      basicMembers: 1,
      premiumMembers: 1,
      recentPayments: [{ amount: 5900 }, { amount: 5900 }],
    });
  });

  test.each([0, 1, 2, 3, 4])(
    "equal a plain count after 480 concurrent writes (seed %i)",
    async (seed) => {
      const userIds: string[] = [];
      for (let n = 0; n < 30; n++) userIds.push((await createUser(studbook.db)).id);
      // The writers may by chance leave no payment that counts.
      const { id: payerId } = await createUser(studbook.db);
      await insertPayment(studbook.db, newTestPayment(payerId));
      const writing = new AbortController();
      const folding = foldUntil(writing.signal);
      const writers = Array.from({ length: WRITERS }, (_, n) => createRandom(seed * 100 + n));
      await Promise.all(
        writers.map((random) => writeAtRandom(studbook.db, userIds, random, 60)),
      ).finally(() => writing.abort());
      await folding;
      expect(await listWrongStats(studbook.db)).toEqual([]);
      expect(await listWrongMonths(studbook.db)).toEqual([]);
      await studbook.advance(40 * 60_000);
      expect(await listWrongStats(studbook.db)).toEqual([]);
      await foldTotals(studbook.db);
      expect(await listWrongStats(studbook.db)).toEqual([]);
    },
  );

  test("are reset when the tables are truncated", async () => {
    const { id } = await createUser(studbook.db);
    await insertPayment(studbook.db, newTestPayment(id));
    await foldTotals(studbook.db);
    await createAd(studbook.db, id);
    await studbook.run("truncate users cascade");
    expect(await getStats(studbook.db)).toMatchObject({
      totalUsers: 0,
      totalAds: 0,
      totalRevenue: 0,
    });
  });
});

describe("the monthly figures", () => {
  test("cover the last twelve UTC months without gaps", async () => {
    const joinedAt = new Date("2026-03-31T23:59:59.999Z");
    const { id } = await createUser(studbook.db, { createdAt: joinedAt });
    const pay = (createdAt: string, status: "succeeded" | "failed" = "succeeded") =>
      insertPayment(studbook.db, { ...newTestPayment(id), createdAt, status });
    await pay("2026-04-01T00:00:00.000Z");
    await pay("2026-04-30T23:59:59.999Z");
    await pay("2026-05-01T00:00:00.000Z");
    await pay("2026-02-01T00:00:00.000Z", "failed");
    const other = await createUser(studbook.db, { createdAt: joinedAt });
    const refunded = await insertPayment(studbook.db, {
      ...newTestPayment(other.id),
      createdAt: "2026-04-02T00:00:00.000Z",
    });
    await insertPayment(studbook.db, {
      ...newTestPayment(other.id),
      createdAt: "2026-05-02T00:00:00.000Z",
    });
    await studbook.db
      .updateTable("payments")
      .set({ status: "refunded" })
      .where("id", "=", refunded.id)
      .execute();
    const months = await studbook.db.connection().execute(async (connection) => {
      await sql`set timezone to 'Pacific/Auckland'`.execute(connection);
      const figures = await listMonths(connection, 12);
      await sql`reset timezone`.execute(connection);
      return figures;
    });
    expect(months.map(({ month }) => month)).toEqual([
      ...["2025-07", "2025-08", "2025-09", "2025-10", "2025-11", "2025-12"],
      ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"],
    ]);
    expect(
      months.filter(({ revenue, signUps, newMembers }) => revenue + signUps + newMembers > 0),
    ).toEqual([
      { month: "2026-03", revenue: 0, signUps: 2, newMembers: 0 },
      { month: "2026-04", revenue: 11_800, signUps: 0, newMembers: 1 },
      { month: "2026-05", revenue: 11_800, signUps: 0, newMembers: 1 },
    ]);
    expect(await listMonths(studbook.db, 24)).toHaveLength(24);
    await studbook.db.deleteFrom("users").where("id", "=", other.id).execute();
    expect((await listMonths(studbook.db, 12)).at(-2)).toMatchObject({ newMembers: 0 });
  });
});

async function foldUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await foldTotals(studbook.db);
}

/** Returns the statistics that differ from a plain count over the tables. */
async function listWrongStats(db: Db): Promise<string[]> {
  const { recentPayments, ...stats } = await getStats(db);
  const naive = await countNaively(db);
  expect(naive.totalAds).toBeGreaterThan(0);
  expect(recentPayments.length).toBeGreaterThan(0);
  expect(Object.keys(naive).sort()).toEqual(Object.keys(stats).sort());
  return Object.entries(stats).flatMap(([name, n]) =>
    naive[name] === n ? [] : [`${name}: ${n}, not ${naive[name]}`],
  );
}

/** Returns the months whose new members differ from a plain count over the payments. */
async function listWrongMonths(db: Db): Promise<string[]> {
  const months = await listMonths(db, 24);
  const { rows } = await sql<{ month: string; n: number }>`
    select to_char(first_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as n from (
      select min(created_at) as first_at from payments
      where status = 'succeeded' and user_id is not null group by user_id
    ) payers group by 1`.execute(db);
  const naive = new Map(rows.map(({ month, n }) => [month, n]));
  expect(months.some(({ newMembers }) => newMembers > 0)).toBe(true);
  return months.flatMap(({ month, newMembers }) =>
    newMembers === (naive.get(month) ?? 0) ? [] : [`${month}: ${newMembers}`],
  );
}

async function countNaively(db: Db): Promise<Record<string, number>> {
  const people = sql`users where id <> ${SAMPLE_OWNER_ID}`;
  const members = (tier: string) => sql`(select count(*) from ${people}
    and membership_tier = ${tier} and membership_expires_at > studbook_now())`;
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from ${people}) as total_users,
      (select count(*) from ads where user_id <> ${SAMPLE_OWNER_ID}) as total_ads,
      (select coalesce(sum(amount), 0) from payments where status = 'succeeded') as total_revenue,
      ${members("basic")} as basic_members, ${members("premium")} as premium_members`.execute(db);
  return rows[0] ?? {};
}
