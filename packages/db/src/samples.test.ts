import { isBreed } from "@studbook/domain/breeds";
import { photoPath } from "@studbook/domain/photos";
import { SAMPLE_AD_IDS, SAMPLE_OWNER_ID, SAMPLE_PHOTO_IDS } from "@studbook/domain/samples";
import { isStateCode } from "@studbook/domain/states";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { findAd } from "./queries/ads.ts";
import { searchAds } from "./queries/search-ads.ts";
import { findUserById } from "./queries/users.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test.each([...SAMPLE_AD_IDS.entries()])(
  "sample ad %i has the owner and photos that the domain package names",
  async (index, id) => {
    const ad = await findAd(studbook.db, id);
    const images = SAMPLE_PHOTO_IDS[index]?.map((photo) => photoPath(photo, 1600));
    expect(ad).toMatchObject({ userId: SAMPLE_OWNER_ID, images });
    expect(isBreed(ad?.breed) && isStateCode(ad?.state)).toBe(true);
  },
);

test("the sample owner has an unusable password and an ad count of two", async () => {
  const owner = await findUserById(studbook.db, SAMPLE_OWNER_ID);
  expect(owner).toMatchObject({ password: "!", adCount: SAMPLE_AD_IDS.length, isAdmin: false });
});

test("the sample ads stay public far in the future", async () => {
  await studbook.setNow(new Date("2999-12-31T00:00:00Z"));
  expect((await searchAds(studbook.db, { limit: 10 })).total).toBe(2);
});
