import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import type { UserFilters } from "@studbook/domain/schemas/admin";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAd, createUser, newTestPayment } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { listAdminUsers } from "./admin-users.ts";
import { listAdRows, listUserRows } from "./export-rows.ts";
import { insertPayment } from "./payments.ts";
import { updateUserInfo } from "./users.ts";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(NOW.getTime() + ms);

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(NOW);
  const people = [
    { username: "Ann.Lee", email: "ann@example.com", membershipExpiresAt: at(30 * DAY_MS) },
    { username: "bob", email: "Bob_Marsh@kennels.test", membershipExpiresAt: at(30 * DAY_MS + 1) },
    { username: "carl", firstName: "Carl", lastName: "Öberg", membershipExpiresAt: at(1) },
    { username: "dora", membershipTier: "basic", membershipExpiresAt: NOW, isActive: false },
    { username: "a%b", membershipTier: null, membershipExpiresAt: null },
  ] as const;
  for (const person of people) await createUser(studbook.db, { ...person, createdAt: NOW });
});
afterAll(() => studbook.drop());

const namesOf = async (filters: Partial<UserFilters>) => {
  const all = { q: undefined, tier: undefined, active: undefined, expiring: undefined };
  const page = await listAdminUsers(studbook.db, { ...all, ...filters }, { limit: 50 });
  expect(page.total).toBe(page.items.length);
  return page.items.map(({ username }) => username).sort();
};

describe("the list of users", () => {
  test("finds a user by the ID of the user, an ad or a payment", async () => {
    const { id } = await createUser(studbook.db, { username: "eve", createdAt: NOW });
    const ad = await createAd(studbook.db, id);
    const payment = await insertPayment(studbook.db, newTestPayment(id));
    for (const q of [id, ad.id, payment.id]) expect(await namesOf({ q })).toEqual(["eve"]);
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
  });

  test("counts the public ads of a user separately from the stored ones", async () => {
    const { id } = await createUser(studbook.db, { username: "hal", membershipExpiresAt: at(1) });
    const hidden = await createAd(studbook.db, id);
    await createAd(studbook.db, id);
    await studbook.run("update ads set hidden_at = now(), hidden_reason = 'x' where id = $1", [
      hidden.id,
    ]);
    const countsOf = async () => {
      const all = { q: id, tier: undefined, active: undefined, expiring: undefined };
      const { items } = await listAdminUsers(studbook.db, all, { limit: 1 });
      return items.map(({ adCount, publicAdCount }) => ({ adCount, publicAdCount }));
    };
    expect(await countsOf()).toEqual([{ adCount: 2, publicAdCount: 1 }]);
    await studbook.setNow(at(1));
    expect(await countsOf()).toEqual([{ adCount: 2, publicAdCount: 0 }]);
    await studbook.setNow(NOW);
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
  });

  test("finds both users if an ID is also a username", async () => {
    const { id } = await createUser(studbook.db, { username: "gus", createdAt: NOW });
    const ad = await createAd(studbook.db, id);
    for (const q of [id, ad.id]) {
      const name = q.toUpperCase();
      const other = await createUser(studbook.db, { username: name, createdAt: NOW });
      expect(await namesOf({ q })).toEqual([name, "gus"].sort());
      await studbook.db.deleteFrom("users").where("id", "=", other.id).execute();
    }
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
  });

  test("finds a user by the verified address and by a different newest one", async () => {
    const emails = { email: "attacker@example.com", verifiedEmail: "Fay@example.com" };
    const { id } = await createUser(studbook.db, { username: "fay", createdAt: NOW, ...emails });
    for (const q of ["fay@EXAMPLE.com", "attacker@"]) expect(await namesOf({ q })).toEqual(["fay"]);
    const all = { tier: undefined, active: undefined, expiring: undefined };
    const readVerified = async () =>
      (await listAdminUsers(studbook.db, { ...all, q: id }, { limit: 1 })).items[0]?.emailVerified;
    expect(await readVerified()).toBe(false);
    await updateUserInfo(studbook.db, id, { email: "fay@example.com" });
    expect(await readVerified()).toBe(true);
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
  });

  test.each<[Partial<UserFilters>, string[]]>([
    [{}, ["Ann.Lee", "a%b", "bob", "carl", "dora"].sort()],
    [{ q: "ann.l" }, ["Ann.Lee"]],
    [{ q: "ANN@EXAMPLE" }, ["Ann.Lee"]],
    [{ q: "marsh@kennels" }, ["bob"]],
    [{ q: "öberg" }, ["carl"]],
    [{ q: "carl öb" }, ["carl"]],
    [{ q: "b" }, ["a%b", "bob", "carl"]],
    [{ q: "%" }, ["a%b"]],
    [{ q: "b_m" }, ["bob"]],
    [{ q: "\\" }, []],
    [{ q: "studbook.samples" }, []],
    [{ tier: "premium" }, ["Ann.Lee", "bob", "carl"]],
    [{ tier: "basic" }, ["dora"]],
    [{ tier: "none" }, ["a%b"]],
    [{ active: "no" }, ["dora"]],
    [{ active: "yes", tier: "basic" }, []],
    [{ expiring: "yes" }, ["Ann.Lee", "carl"]],
    [{ expiring: "yes", q: "ann" }, ["Ann.Lee"]],
    [{ q: "00000000-0000-4000-8000-000000000000" }, []],
  ])("filters by %j and returns %j", async (filters, expected) => {
    expect(await namesOf(filters)).toEqual(expected);
  });

  test("is searched with its index", async () => {
    const plan = await studbook.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_indexscan = off`.execute(tx);
      return await sql`explain select id from users
        where user_search_text(username, email, first_name, last_name) like lower('%marsh%')`.execute(
        tx,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain("users_search");
  });

  test("returns the 100 most recent payments and ads per user and the total spent", async () => {
    const { id, username } = await createUser(studbook.db, { createdAt: at(1) });
    for (let n = 0; n < 101; n++) {
      await insertPayment(studbook.db, { ...newTestPayment(id), amount: n, createdAt: at(n) });
      await createAd(studbook.db, id, { dogName: `Dog ${n}`, createdAt: at(n) });
    }
    await insertPayment(studbook.db, {
      ...newTestPayment(id),
      status: "failed",
      createdAt: at(999),
    });
    const { items } = await listAdminUsers(
      studbook.db,
      { q: username, tier: undefined, active: undefined, expiring: undefined },
      { limit: 1 },
    );
    const [entry] = items;
    expect(entry).toMatchObject({ id, username, adCount: 101, totalSpent: 5050 });
    expect(entry?.payments).toHaveLength(100);
    expect(entry?.payments.slice(0, 2)).toMatchObject([{ status: "failed" }, { amount: 100 }]);
    expect(entry?.ads).toHaveLength(100);
    expect(entry?.ads[0]).toMatchObject({ dogName: "Dog 100", hiddenReason: null });
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
  });

  test("pages return each user once, even with the same creation time", async () => {
    const ids: string[] = [];
    let after: { createdAt: string; id: string } | undefined;
    do {
      const none = { q: undefined, tier: undefined, active: undefined, expiring: undefined };
      const page = await listAdminUsers(studbook.db, none, { limit: 2, after });
      expect(page.total).toBe(5);
      ids.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
  });
});

test("export pages return each row once, without the samples", async () => {
  const user = await createUser(studbook.db);
  const created = [];
  for (let n = 0; n < 5; n++) created.push((await createAd(studbook.db, user.id)).id);
  const ids: string[] = [];
  for (let rows = await listAdRows(studbook.db, 2, undefined); rows.length > 0; ) {
    ids.push(...rows.map(({ id }) => id));
    rows = await listAdRows(studbook.db, 2, rows.at(-1));
  }
  expect(ids).toEqual(created.toSorted());
  const none = { q: undefined, tier: undefined, active: undefined, expiring: undefined };
  const users = await listUserRows(studbook.db, none, 100, undefined);
  expect(users.map(({ id }) => id)).toContain(user.id);
  expect(users.map(({ id }) => id)).not.toContain(SAMPLE_OWNER_ID);
  expect(await listUserRows(studbook.db, none, 100, users.at(-1))).toEqual([]);
});
