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
const FOREVER = new Date(8.64e15);

const member = { membershipTier: "basic", membershipExpiresAt: NEXT_YEAR } as const;
const unpaid = { membershipTier: null, membershipExpiresAt: null } as const;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(NOW);
});
afterAll(() => studbook.drop());

type State = Partial<NewUser>;

const states: [string, State, Date | null][] = [
  ["an active member", member, NEXT_YEAR],
  ["a member with one millisecond left", { ...member, membershipExpiresAt: MS_LATER }, MS_LATER],
  ["a member at the instant of expiry", { ...member, membershipExpiresAt: NOW }, null],
  ["an unpaid user", unpaid, null],
  ["an admin", { ...unpaid, isAdmin: true }, FOREVER],
  ["an expired admin", { ...member, membershipExpiresAt: NOW, isAdmin: true }, FOREVER],
  ["a deactivated member", { ...member, isActive: false }, null],
  ["a deactivated admin", { ...unpaid, isAdmin: true, isActive: false }, null],
];

describe("ads.listed_until", () => {
  test.each(states)("is set for a new ad of %s", async (_, state, until) => {
    const user = await createUser(studbook.db, state);
    const ad = await createAd(studbook.db, user.id);
    expect(await listedUntil(ad.id)).toEqual(until);
  });

  const transitions = states.flatMap(([from, before]) =>
    states.map(([to, after, until]) => ({ from, to, before, after, until })),
  );
  test.each(transitions)(
    "is updated when the owner changes from $from to $to",
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

  test("ignores a value written with the ad", async () => {
    const user = await createUser(studbook.db, unpaid);
    expect(await listedUntil(await writeAd(studbook.db, user.id, NEXT_YEAR))).toBeNull();
  });
});

describe("an ad that is created while its owner is being deactivated", () => {
  const rounds = Array.from({ length: 10 }, (_, round) => round);

  test.each(rounds)("is not listed when the ad is written first (%i)", async () => {
    const user = await createUser(studbook.db, member);
    const { ad, deactivated } = await studbook.db.transaction().execute(async (tx) => {
      const ad = await writeAd(tx, user.id);
      const deactivated = deactivate(studbook.db, user.id);
      await waitForLock();
      return { ad, deactivated };
    });
    await deactivated;
    expect(await listedUntil(ad)).toBeNull();
  });

  test.each(rounds)("is not listed when the deactivation is written first (%i)", async () => {
    const user = await createUser(studbook.db, member);
    const { ad } = await studbook.db.transaction().execute(async (tx) => {
      await deactivate(tx, user.id);
      const ad = writeAd(studbook.db, user.id);
      await waitForLock();
      return { ad };
    });
    expect(await listedUntil(await ad)).toBeNull();
  });
});

describe("a hidden ad", () => {
  test.each(states)(
    "is not listed, and is listed by its owner's state once restored: %s",
    async (_, state, until) => {
      const user = await createUser(studbook.db, member);
      const { id } = await createAd(studbook.db, user.id);
      const visible = await createAd(studbook.db, user.id);
      await hide(id, "Not a dog");
      expect(await listedUntil(id)).toBeNull();
      await studbook.db.updateTable("users").set(state).where("id", "=", user.id).execute();
      expect(await listedUntil(id)).toBeNull();
      expect(await listedUntil(visible.id)).toEqual(until);
      await hide(id, null);
      expect(await listedUntil(id)).toEqual(until);
    },
  );

  test("keeps hidden_at when only the reason changes", async () => {
    const user = await createUser(studbook.db, member);
    const { id } = await createAd(studbook.db, user.id);
    const first = await hide(id, "Not a dog");
    await studbook.advance(1000);
    expect(await hide(id, "A cat")).toEqual(first);
    await studbook.setNow(NOW);
    expect(await listedUntil(id)).toBeNull();
  });

  test("requires a reason", async () => {
    const user = await createUser(studbook.db, member);
    const { id } = await createAd(studbook.db, user.id);
    await expect(hide(id, "")).rejects.toThrow(/ads_hidden_with_reason/);
  });

  test.each(["restored", "deactivated"])(
    "is not listed when it is restored and its owner deactivated concurrently, first %s",
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
        await waitForLock();
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

// Does not lock the user first, as callers must: the triggers alone must get it right.
async function writeAd(db: Db, userId: string, listedUntil?: Date): Promise<string> {
  const ad = await db
    .insertInto("ads")
    .values({ ...newTestAd, userId, listedUntil })
    .returning("id")
    .executeTakeFirstOrThrow();
  return ad.id;
}

async function waitForLock(): Promise<void> {
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
