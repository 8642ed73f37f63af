import { afterAll, beforeAll, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { setAdHidden, setAdPaused } from "./ads.ts";
import { findOwnerAds } from "./owner-ads.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

const kennel = (kennelName: string) => ({ identity: { kennelName } });

test("an owner's public ads are paged, newest first, with the owner of the newest", async () => {
  const { db } = studbook;
  const { id } = await createUser(db);
  await createAd(db, id, { dogName: "First", record: kennel("Elk Creek") });
  await createAd(db, id, {
    dogName: "Second",
    ownerName: "Dale",
    ownerPhone: "(406) 555-0142",
    record: { ...kennel("Elk Creek"), place: { zip: "76701", city: "Waco" } },
  });
  const page = await findOwnerAds(db, id, { limit: 1 });
  expect(page).toMatchObject({
    total: 2,
    items: [{ dogName: "Second", city: "Waco" }],
    owner: {
      name: "Dale",
      kennelName: "Elk Creek",
      email: "owner@example.com",
      phone: "(406) 555-0142",
      state: "TX",
      city: "Waco",
    },
  });
  const next = await findOwnerAds(db, id, { limit: 1, after: page?.next });
  expect(next?.items).toMatchObject([{ dogName: "First" }]);
  expect(next?.next).toBeUndefined();
});

test("the kennel's name counts only if all public ads state the same one", async () => {
  const { db } = studbook;
  const { id } = await createUser(db);
  const named = async () => (await findOwnerAds(db, id, { limit: 5 }))?.owner.kennelName;
  await createAd(db, id, { record: kennel("Elk Creek") });
  expect(await named()).toBe("Elk Creek");
  const other = await createAd(db, id, { record: kennel("Bridger") });
  expect(await named()).toBeNull();
  await db.transaction().execute((tx) => setAdHidden(tx, other.id, "Not a dog"));
  expect(await named()).toBe("Elk Creek");
  await createAd(db, id);
  expect(await named()).toBeNull();
});

test("an owner without a public ad is not found, nor is a malformed ID", async () => {
  const { db } = studbook;
  const { id } = await createUser(db);
  expect(await findOwnerAds(db, id, { limit: 5 })).toBeUndefined();
  const ad = await createAd(db, id);
  await db.transaction().execute((tx) => setAdPaused(tx, id, ad.id, "infinity"));
  expect(await findOwnerAds(db, id, { limit: 5 })).toBeUndefined();
  expect(await findOwnerAds(db, "nobody", { limit: 5 })).toBeUndefined();
});
