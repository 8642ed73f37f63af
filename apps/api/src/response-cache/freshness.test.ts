import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, runSql, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { adTag, listTags } from "./cache-tags.ts";
import { Freshness } from "./freshness.ts";

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000, interval: 20 };
/** More than one notification lists. */
const MANY = 1001;
const LOCK = 4711;

let test: TestDb;
let freshness: Freshness;
let userId: string;
let adId: string;
beforeEach(async () => {
  test = await createTestDb();
  userId = (await createUser(test.db)).id;
  adId = (await createAd(test.db, userId)).id;
  const ignore = () => undefined;
  const parts = { onTouched: ignore, onReset: ignore };
  const logger = pino({ level: "silent" });
  freshness = new Freshness({ databaseUrl: test.url, logger, ...parts });
});
afterEach(async () => {
  await freshness.close();
  await test.drop();
});

type Moment = { name: string; set: () => Promise<unknown>; isOver: string };

/** What changes an ad's visibility without a write. */
const MOMENTS: Moment[] = [
  {
    name: "ending",
    set: () =>
      test.run(
        "update users set membership_expires_at = studbook_now() + interval '1200 ms' where id = $1",
        [userId],
      ),
    isOver: "listed_until <= studbook_now()",
  },
  {
    name: "return",
    set: () =>
      test.run("update ads set paused_until = studbook_now() + interval '1200 ms' where id = $1", [
        adId,
      ]),
    isOver: "paused_until <= studbook_now()",
  },
];

/** Waits until the moment is over, and expects that a response with one of these tags is not current any more. */
async function expectNoticed({ isOver }: Moment, ...tags: string[]): Promise<void> {
  await freshness.catchUp();
  expect(freshness.isCurrent).toBe(true);
  const start = freshness.begin();
  await vi.waitFor(async () => {
    const [row] = await test.run(`select ${isOver} as is_over from ads where id = $1`, [adId]);
    expect(row?.isOver).toBe(true);
  }, WAIT);
  expect(freshness.isUnchanged(start, tags)).toBe(false);
}

/** Runs `change` while the list of the next moments is being read: it is committed, but missing from the list. */
async function changeWhileListing(change: () => Promise<unknown>): Promise<void> {
  await test.run(
    `create or replace function studbook_now() returns timestamptz language plpgsql volatile as $$
     begin
       if current_query() like '%"endsAt"%' then
         perform pg_advisory_xact_lock_shared(${LOCK});
       end if;
       return now();
     end $$`,
  );
  const running = await test.owner.transaction().execute(async (tx) => {
    await runSql(tx, "select pg_advisory_xact_lock($1)", [LOCK]);
    const catchingUp = freshness.catchUp();
    await vi.waitFor(async () => expect(await test.countLockWaits()).toBe(1), WAIT);
    await change();
    return { catchingUp };
  });
  await running.catchingUp;
}

describe.each(MOMENTS)("notices the $name of an ad", (moment) => {
  it("that was changed together with more ads than a notification lists", async () => {
    await test.run(
      `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images, owner_name, owner_email)
       select $1, 'Rex', 'Akita', 'OH', '2022-01-01', 1, 'x', '{}', 'x', 'x@example.com' from generate_series(1, $2)`,
      [userId, MANY],
    );
    await freshness.catchUp();
    await moment.set();
    await expectNoticed(moment, adTag(adId));
  });

  it("that was changed while the next ones were read", async () => {
    await changeWhileListing(moment.set);
    await expectNoticed(moment, adTag(adId));
  });

  it("in the lists of the breed that it was given while the next ones were read", async () => {
    await moment.set();
    await changeWhileListing(() =>
      test.run("update ads set breed = 'Akita' where id = $1", [adId]),
    );
    await expectNoticed(moment, ...listTags(["Akita"]));
  });
});
