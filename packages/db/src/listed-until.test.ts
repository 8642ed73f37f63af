import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAd, createUser, newTestAd } from "../test/factories.ts";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import type { Db } from "./client.ts";
import { setAdHidden } from "./queries/ads.ts";
import type { NewUser } from "./queries/users.ts";

const NOW = new Date("2026-06-01T12:00:00.000Z");
const MS_LATER = new Date("2026-06-01T12:00:00.001Z");
const NEXT_YEAR = new Date("2027-06-01T12:00:00.000Z");
const FOR_EVER = new Date(8.64e15);

const member = { membershipTier: "basic", membershipExpiresAt: NEXT_YEAR } as const;
const nobody = { membershipTier: null, membershipExpiresAt: null } as const;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(NOW);
});
afterAll(() => studbook.drop());

type State = Partial<NewUser>;

const states: [string, State, Date | null][] = [
  ["an active member's", member, NEXT_YEAR],
  [
    "a member's who has one millisecond left",
    { ...member, membershipExpiresAt: MS_LATER },
    MS_LATER,
  ],
  ["a member's at the instant of expiry", { ...member, membershipExpiresAt: NOW }, null],
  ["an unpaid user's", nobody, null],
  ["an admin's", { ...nobody, isAdmin: true }, FOR_EVER],
  ["an expired admin's", { ...member, membershipExpiresAt: NOW, isAdmin: true }, FOR_EVER],
  ["a deactivated member's", { ...member, isActive: false }, null],
  ["a deactivated admin's", { ...nobody, isAdmin: true, isActive: false }, null],
];

describe("the instant until which an ad is listed", () => {
  test.each(states)("is right for a new ad that is %s", async (_, state, until) => {
    const user = await createUser(studbook.db, state);
    const ad = await createAd(studbook.db, user.id);
    expect(await listedUntil(ad.id)).toEqual(until);
  });

  const transitions = states.flatMap(([from, before]) =>
    states.map(([to, after, until]) => ({ from, to, before, after, until })),
  );
  test.each(transitions)(
    "follows an ad that was $from and becomes $to",
    async ({ before, after, until }) => {
      const user = await createUser(studbook.db, before);
      const ads = [await createAd(studbook.db, user.id), await createAd(studbook.db, user.id)];
      await studbook.db
        .updateTable("users")
        .set({ isAdmin: false, isActive: true, ...after })
        .where("id", "=", user.id)
        .execute();
      for (const ad of ads) expect(await listedUntil(ad.id)).toEqual(until);
    },
  );

  test("is not taken from the one who writes the ad", async () => {
    const user = await createUser(studbook.db, nobody);
    expect(await listedUntil(await writeAd(studbook.db, user.id, NEXT_YEAR))).toBeNull();
  });
});

describe("an ad made while its owner is deactivated", () => {
  const rounds = Array.from({ length: 10 }, (_, round) => round);

  test.each(rounds)("is hidden when the ad is written first (%i)", async () => {
    const user = await createUser(studbook.db, member);
    const { ad, deactivated } = await studbook.db.transaction().execute(async (tx) => {
      const ad = await writeAd(tx, user.id);
      const deactivated = deactivate(studbook.db, user.id);
      await waitsForLock();
      return { ad, deactivated };
    });
    await deactivated;
    expect(await listedUntil(ad)).toBeNull();
  });

  test.each(rounds)("is hidden when the deactivation is written first (%i)", async () => {
    const user = await createUser(studbook.db, member);
    const { ad } = await studbook.db.transaction().execute(async (tx) => {
      await deactivate(tx, user.id);
      const ad = writeAd(studbook.db, user.id);
      await waitsForLock();
      return { ad };
    });
    expect(await listedUntil(await ad)).toBeNull();
  });
});

describe("a hidden ad", () => {
  test.each(states)(
    "is listed until nothing, and restored it is again %s",
    async (_, state, until) => {
      const user = await createUser(studbook.db, member);
      const { id } = await createAd(studbook.db, user.id);
      const beside = await createAd(studbook.db, user.id);
      await hide(id, "Not a dog");
      expect(await listedUntil(id)).toBeNull();
      await studbook.db.updateTable("users").set(state).where("id", "=", user.id).execute();
      expect(await listedUntil(id)).toBeNull();
      expect(await listedUntil(beside.id)).toEqual(until);
      await hide(id, null);
      expect(await listedUntil(id)).toEqual(until);
    },
  );

  test("keeps the instant of its hiding when only the reason changes", async () => {
    const user = await createUser(studbook.db, member);
    const { id } = await createAd(studbook.db, user.id);
    const first = await hide(id, "Not a dog");
    await studbook.advance(1000);
    expect(await hide(id, "A cat")).toEqual(first);
    await studbook.setNow(NOW);
    expect(await listedUntil(id)).toBeNull();
  });

  test("has a reason", async () => {
    const user = await createUser(studbook.db, member);
    const { id } = await createAd(studbook.db, user.id);
    await expect(hide(id, "")).rejects.toThrow(/ads_hidden_with_reason/);
  });

  test.each(["restored", "deactivated"])(
    "stays so when its owner goes, first %s",
    async (first) => {
      const user = await createUser(studbook.db, member);
      const { id } = await createAd(studbook.db, user.id);
      await hide(id, "Not a dog");
      const restore = (db: Db) =>
        db
          .updateTable("ads")
          .set({ hiddenAt: null, hiddenReason: null })
          .where("id", "=", id)
          .execute();
      const [former, latter] =
        first === "restored"
          ? [restore, (db: Db) => deactivate(db, user.id)]
          : [(db: Db) => deactivate(db, user.id), restore];
      const { waiting } = await studbook.db.transaction().execute(async (tx) => {
        await former(tx);
        const waiting = latter(studbook.db);
        await waitsForLock();
        return { waiting };
      });
      await waiting;
      expect(await listedUntil(id)).toBeNull();
    },
  );
});

async function hide(id: string, reason: string | null) {
  return await studbook.db.transaction().execute((tx) => setAdHidden(tx, id, reason));
}

async function listedUntil(id: string): Promise<Date | null> {
  const ad = await studbook.db
    .selectFrom("ads")
    .select("listedUntil")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return ad.listedUntil;
}

async function deactivate(db: Db, userId: string): Promise<void> {
  await db.updateTable("users").set({ isActive: false }).where("id", "=", userId).execute();
}

// Without locking the user first, as no caller should: the database alone must get it right.
async function writeAd(db: Db, userId: string, listedUntil?: Date): Promise<string> {
  const ad = await db
    .insertInto("ads")
    .values({ ...newTestAd, userId, listedUntil })
    .returning("id")
    .executeTakeFirstOrThrow();
  return ad.id;
}

async function waitsForLock(): Promise<void> {
  await expect
    .poll(
      async () => {
        const waiting = await studbook.db
          .selectFrom(
            sql<{ n: number }>`(select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock')`.as("waiting"),
          )
          .select("n")
          .executeTakeFirstOrThrow();
        return waiting.n;
      },
      { interval: 5 },
    )
    .toBe(1);
}
