import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { foldAdCounts, sweepAds } from "./ad-counts.ts";
import { setAdHidden, setAdPaused } from "./ads.ts";
import { countPendingRows, hasPendingRows } from "./pending-rows.ts";
import { foldTotals } from "./totals.ts";

const NOW = new Date("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const NOTHING = { counts: 0, totals: 0, unsweptAds: 0 };
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
beforeEach(async () => {
  await studbook.setNow(NOW);
  await studbook.run("truncate users cascade");
});
afterAll(() => studbook.drop());

/** Creates an ad that is paused for an hour, and folds what that has appended. */
async function addPausedAd(membershipExpiresAt = at(24)): Promise<{ id: string; userId: string }> {
  const { id: userId } = await createUser(studbook.db, { membershipExpiresAt });
  const { id } = await createAd(studbook.db, userId);
  await studbook.db.transaction().execute((tx) => setAdPaused(tx, userId, id, at(1)));
  await fold();
  return { id, userId };
}

async function fold(): Promise<void> {
  await foldAdCounts(studbook.db);
  await foldTotals(studbook.db);
}

test("a paused ad is pending from the instant of its return until it is swept and folded", async () => {
  await addPausedAd();
  await studbook.advance(HOUR_MS - 1);
  expect(await hasPendingRows(studbook.db)).toBe(false);
  await studbook.advance(1);
  expect(await hasPendingRows(studbook.db)).toBe(true);
  expect(await countPendingRows(studbook.db)).toEqual({ ...NOTHING, unsweptAds: 1 });
  expect(await sweepAds(studbook.db, 10)).toBe(1);
  expect(await countPendingRows(studbook.db)).toEqual({ ...NOTHING, counts: 1 });
  await fold();
  expect(await hasPendingRows(studbook.db)).toBe(false);
});

test("an ad that has returned and ended is counted and swept once", async () => {
  await addPausedAd(at(2));
  await studbook.advance(2 * HOUR_MS);
  expect(await countPendingRows(studbook.db)).toEqual({ ...NOTHING, unsweptAds: 1 });
  expect(await sweepAds(studbook.db, 10)).toBe(1);
  expect(await hasPendingRows(studbook.db)).toBe(false);
});

test("the past pause of an ad that is not listed is pending only once it is listed again", async () => {
  const { id } = await addPausedAd();
  const setHidden = (reason: string | null) =>
    studbook.db.transaction().execute((tx) => setAdHidden(tx, id, reason));
  await setHidden("Not a dog");
  await studbook.advance(2 * HOUR_MS);
  expect(await hasPendingRows(studbook.db)).toBe(false);
  await setHidden(null);
  expect(await countPendingRows(studbook.db)).toMatchObject({ unsweptAds: 1 });
});

test("an ad that is paused without an end is never pending", async () => {
  const { id, userId } = await addPausedAd(at(1_000_000));
  await studbook.db.transaction().execute((tx) => setAdPaused(tx, userId, id, "infinity"));
  await studbook.advance(999_999 * HOUR_MS);
  expect(await hasPendingRows(studbook.db)).toBe(false);
});
