import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser, newTestPayment } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { insertMail } from "./mails.ts";
import { insertPayment } from "./payments.ts";
import { listDueReminders } from "./reminders.ts";
import type { NewUser } from "./users.ts";

const NOW = new Date("2027-06-15T12:00:00.000Z");
const DAY_S = 24 * 60 * 60;

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  await test.setNow(NOW);
});
afterAll(() => test.drop());

/** Creates a member whose membership expires in `seconds`. */
async function createMember(seconds: number, fields: Partial<NewUser> = {}) {
  return await createUser(test.db, {
    email: "member@example.com",
    verifiedEmail: "member@example.com",
    membershipExpiresAt: new Date(NOW.getTime() + seconds * 1000),
    ...fields,
  });
}

async function dueOf(userId: string): Promise<number[]> {
  const due = await listDueReminders(test.db, 1000);
  return due.filter((reminder) => reminder.userId === userId).map(({ days }) => days);
}

describe("due reminders", () => {
  it.each([
    [31 * DAY_S, []],
    [30 * DAY_S + 1, []],
    [30 * DAY_S, [30]],
    [29 * DAY_S, [30]],
    [7 * DAY_S + 1, [30]],
    [7 * DAY_S, [7]],
    [DAY_S + 1, [7]],
    [DAY_S, [1]],
    [1, [1]],
    [0, [0]],
    [-1, [0]],
    [-7 * DAY_S + 1, [0]],
    [-7 * DAY_S, []],
    [-365 * DAY_S, []],
  ])("%i s before the expiry are %j", async (seconds, days) => {
    expect(await dueOf((await createMember(seconds)).id)).toEqual(days);
  });

  it.each([
    ["is inactive", { isActive: false }],
    ["is an admin", { isAdmin: true }],
    ["has no verified address", { verifiedEmail: null }],
    ["never paid", { membershipTier: null, membershipExpiresAt: null }],
  ])("do not exist for a user who %s", async (_who, fields) => {
    expect(await dueOf((await createMember(DAY_S, fields)).id)).toEqual([]);
  });
});

describe("after an outage", () => {
  it("only the most urgent reminder is due, and earlier ones never", async () => {
    const { id, membershipExpiresAt } = await createMember(40 * DAY_S);
    const expiry = membershipExpiresAt?.getTime() ?? 0;
    await test.setNow(new Date(expiry - 5 * DAY_S * 1000));
    const [due] = (await listDueReminders(test.db, 1000)).filter(({ userId }) => userId === id);
    expect(due).toMatchObject({ days: 7, expiresAt: membershipExpiresAt });
    const { cause = "" } = due ?? {};
    const mail = { cause, kind: "renewal-reminder", userId: id, details: {} };
    const insert = () => test.db.transaction().execute((tx) => insertMail(tx, mail));
    expect(await insert()).toBeDefined();
    expect(await insert()).toBeUndefined();
    expect(await dueOf(id)).toEqual([]);
    await test.setNow(new Date(expiry - DAY_S * 1000));
    expect(await dueOf(id)).toEqual([1]);
    await test.setNow(NOW);
  });
});

describe("a member who has paid for a later period", () => {
  const paid = async (change: object) => {
    const user = await createMember(DAY_S);
    const until = user.membershipExpiresAt?.getTime() ?? 0;
    await insertPayment(test.db, {
      ...newTestPayment(user.id),
      periodFrom: new Date(until - 10),
      periodTo: new Date(until + DAY_S * 1000),
      ...change,
    });
    return await dueOf(user.id);
  };

  it("is not reminded", async () => expect(await paid({})).toEqual([]));

  it.each([["refunded"], ["disputed"]])("is reminded if that payment was %s", async (status) => {
    expect(await paid({ status })).toEqual([1]);
  });

  it("is reminded if that period was given up for Premium", async () => {
    expect(await paid({ givenUpAt: NOW })).toEqual([1]);
  });
});

it("reminds of the new expiry after a renewal", async () => {
  const { id } = await createMember(DAY_S);
  const [due] = (await listDueReminders(test.db, 1000)).filter(({ userId }) => userId === id);
  const mail = { cause: due?.cause ?? "", kind: "renewal-reminder", userId: id, details: {} };
  await test.db.transaction().execute((tx) => insertMail(tx, mail));
  expect(await dueOf(id)).toEqual([]);
  const next = new Date(NOW.getTime() + 29 * DAY_S * 1000);
  await test.run("update users set membership_expires_at = $2 where id = $1", [id, next]);
  expect(await dueOf(id)).toEqual([30]);
});
