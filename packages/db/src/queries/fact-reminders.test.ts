import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";
import { listOldFacts } from "@studbook/domain/record/dated-facts";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { migrateToLatest } from "../migrate.ts";
import { MIGRATIONS } from "../migration-list.ts";
import { findServerRole } from "../server-role.ts";
import { setAdHidden } from "./ads.ts";
import {
  claimFactReminders,
  listOldFactsOfUser,
  listOwnersToRemind,
  listRemindedFacts,
  postponeFactReminders,
} from "./fact-reminders.ts";
import { setRecord } from "./records.ts";
import { lockUser, type NewUser } from "./users.ts";

const NOW = new Date("2026-11-22T12:00:00.000Z");
const VERIFIED = { email: "owner@example.com", verifiedEmail: "owner@example.com" };

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(async () => {
  await test.setNow(NOW);
  await test.run("truncate users cascade");
});
afterAll(() => test.drop());

const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

async function createOwner(fields: Partial<NewUser> = {}): Promise<string> {
  const membershipExpiresAt = inDays(3000);
  return (await createUser(test.db, { ...VERIFIED, membershipExpiresAt, ...fields })).id;
}

const brucellosis = (day: string): StudRecord => ({ breeding: { brucellosisTestDate: day } });

const change = (adId: string, record: StudRecord) =>
  test.db.transaction().execute((tx) => setRecord(tx, adId, record));

const reminders = () =>
  test.run(`select fact, day, due_on as due, reminded_on as reminded from fact_reminders
    order by fact, day`);

/** Reminds an owner as the job does, without an email. Returns the facts of the reminder. */
async function remind(userId: string): Promise<string[]> {
  const { day, count } = await test.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    return await claimFactReminders(tx, userId);
  });
  const facts = await listRemindedFacts(test.db, userId, { day, limit: 50 });
  expect(facts).toHaveLength(count);
  return facts.map(({ fact, date }) => `${fact} ${date}`);
}

describe("the old facts of a user", () => {
  const eyes = { test: "eyes", registry: "CAER", result: "Normal" } as const;
  const record: StudRecord = {
    health: {
      tests: [
        { ...eyes, date: "2024-05-05" },
        { ...eyes, date: "2026-02-28" },
        eyes,
        { ...eyes, test: "hips", date: "2020-01-01" },
      ],
    },
    breeding: { brucellosisTestDate: "2026-10-23", semenAnalysisDate: "2025-11-22" },
  };

  it("are on every day those that the rules of the pages find", async () => {
    const userId = await createOwner();
    const { id: adId } = await createAd(test.db, userId, { record });
    const counts = new Set<number>();
    for (const days of [0, 1, 2, 97, 98, 99, 365, 366]) {
      await test.setNow(inDays(days));
      const found = await listOldFactsOfUser(test.db, userId, { limit: 100 });
      const expected = listOldFacts(record, utcDay(inDays(days)));
      expect(found).toEqual(expected.map(({ fact, date }) => ({ adId, fact, date })));
      counts.add(found.length);
    }
    expect([...counts]).toEqual([0, 2, 3]);
  });

  it("are those of a page of the user's ads, newest first, public or not", async () => {
    const userId = await createOwner({ membershipExpiresAt: inDays(-1) });
    const other = await createOwner();
    const ads = [];
    for (let n = 0; n < 4; n++) {
      const createdAt = inDays(n - 10);
      ads.push(
        await createAd(test.db, userId, {
          ...(n !== 2 && { record: brucellosis(`2026-01-0${n + 1}`) }),
          createdAt,
        }),
      );
      await createAd(test.db, other, { record, createdAt });
    }
    const [, second, , newest] = ads;
    const list = async (page: Parameters<typeof listOldFactsOfUser>[2]) =>
      (await listOldFactsOfUser(test.db, userId, page)).map(({ date }) => date);
    expect(await list({ limit: 3 })).toEqual(["2026-01-04", "2026-01-02"]);
    expect(await list({ limit: 2, after: newest })).toEqual(["2026-01-02"]);
    expect(await list({ limit: 2, after: second })).toEqual(["2026-01-01"]);
  });
});

describe("a stated date", () => {
  it("is due on the day on which it is old", async () => {
    const userId = await createOwner();
    const { id } = await createAd(test.db, userId);
    await change(id, brucellosis("2026-10-23"));
    expect(await listOwnersToRemind(test.db, 10)).toEqual([]);
    await test.setNow(new Date("2026-11-23T00:00:00.000Z"));
    expect(await listOwnersToRemind(test.db, 10)).toEqual([userId]);
    expect(await remind(userId)).toEqual(["brucellosis 2026-10-23"]);
    expect(await listOwnersToRemind(test.db, 10)).toEqual([]);
  });

  it("is no longer due once the record states another one or none", async () => {
    const { id } = await createAd(test.db, await createOwner());
    await change(id, brucellosis("2026-01-01"));
    await change(id, brucellosis("2026-11-21"));
    expect(await reminders()).toEqual([
      { fact: "brucellosis", day: "2026-11-21", due: "2026-12-22", reminded: null },
    ]);
    await change(id, { titles: { suffix: "CGC" } });
    expect(await reminders()).toEqual([]);
    await change(id, brucellosis("2026-11-21"));
    await change(id, {});
    expect(await reminders()).toEqual([]);
  });

  it("is reminded of only once, even if it is removed and stated again", async () => {
    const userId = await createOwner();
    const { id } = await createAd(test.db, userId, { record: brucellosis("2026-01-01") });
    expect(await remind(userId)).toEqual(["brucellosis 2026-01-01"]);
    await test.setNow(inDays(1));
    await change(id, {});
    await change(id, brucellosis("2026-01-01"));
    await change(id, brucellosis("2026-10-23"));
    await change(id, brucellosis("2026-01-01"));
    expect(await listOwnersToRemind(test.db, 10)).toEqual([]);
    await change(id, brucellosis("2026-10-23"));
    expect(await remind(userId)).toEqual(["brucellosis 2026-10-23"]);
  });

  it("is forgotten with its ad", async () => {
    const userId = await createOwner();
    const { id } = await createAd(test.db, userId, { record: brucellosis("2026-01-01") });
    await remind(userId);
    await change(id, brucellosis("2026-11-21"));
    expect(await reminders()).toHaveLength(2);
    await test.run("delete from ads where id = $1", [id]);
    expect(await reminders()).toEqual([]);
  });
});

describe("a reminder waits a week at a time", () => {
  const record = brucellosis("2026-01-01");
  const hide = (adId: string, reason: string | null) =>
    test.db.transaction().execute((tx) => setAdHidden(tx, adId, reason));

  it.each([
    ["the membership has expired", { membershipExpiresAt: inDays(-1) }, null],
    ["the owner has no verified address", { verifiedEmail: null }, null],
    ["an admin has hidden the ad", {}, "No dog"],
  ])("while %s", async (_why, owner, reason) => {
    const userId = await createOwner(owner);
    const { id } = await createAd(test.db, userId, { record });
    await hide(id, reason);
    expect(await listOwnersToRemind(test.db, 10)).toEqual([]);
    expect(await remind(userId)).toEqual([]);
    expect(await postponeFactReminders(test.db, 10)).toBe(1);
    expect(await reminders()).toMatchObject([{ due: "2026-11-29", reminded: null }]);
    expect(await postponeFactReminders(test.db, 10)).toBe(0);

    await hide(id, null);
    await test.run(
      "update users set membership_expires_at = $2, verified_email = $3 where id = $1",
      [userId, inDays(3000), VERIFIED.verifiedEmail],
    );
    expect(await listOwnersToRemind(test.db, 10)).toEqual([]);
    await test.setNow(inDays(7));
    expect(await postponeFactReminders(test.db, 10)).toBe(0);
    expect(await listOwnersToRemind(test.db, 10)).toEqual([userId]);
    expect(await remind(userId)).toEqual(["brucellosis 2026-01-01"]);
  });

  it("but not while the owner has paused the ad", async () => {
    const userId = await createOwner();
    const { id } = await createAd(test.db, userId, { record });
    await test.run("update ads set paused_until = 'infinity' where id = $1", [id]);
    expect(await postponeFactReminders(test.db, 10)).toBe(0);
    expect(await remind(userId)).toEqual(["brucellosis 2026-01-01"]);
  });
});

it("an owner whose reminders are postponed does not keep others waiting", async () => {
  const [unverified, owner] = [await createOwner({ verifiedEmail: null }), await createOwner()];
  for (const userId of [unverified, unverified, owner]) {
    await createAd(test.db, userId, { record: brucellosis("2026-01-01") });
  }
  await test.run(
    "update fact_reminders set due_on = '2026-01-01' where ad_id in (select id from ads where user_id = $1)",
    [unverified],
  );
  expect(await listOwnersToRemind(test.db, 2)).toEqual([]);
  expect(await postponeFactReminders(test.db, 2)).toBe(2);
  expect(await listOwnersToRemind(test.db, 2)).toEqual([owner]);
});

it("the migration adds the reminders of existing records, in batches", async () => {
  const older = await createTestDb({ migrated: false });
  const options = { url: older.ownerUrl, serverRole: findServerRole(older) };
  const before = Object.keys(MIGRATIONS).indexOf("0047-fact-reminders");
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, before));
  await migrateToLatest({ ...options, migrations });
  const { id } = await createUser(older.db);
  const { id: first } = await createAd(older.db, id, { record: brucellosis("2026-01-01") });
  await older.run(`
    with copies as (
      insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name, owner_email)
      select user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name, owner_email
      from ads, generate_series(1, 500) where id = '${first}' returning id
    )
    insert into ad_records (ad_id, breeding)
    select id, '{"brucellosisTestDate":"2026-01-01"}'::json from copies`);
  await migrateToLatest(options);
  const [added] = await older.run(
    `select count(*)::integer as n from fact_reminders join ads on ads.id = ad_id
     where user_id = '${id}' and due_on = '2026-02-01'`,
  );
  expect(added).toEqual({ n: 501 });
  await older.drop();
});
