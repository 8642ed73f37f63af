import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { deleteAd, findAd, findAdPageJson, updateAd } from "./ads.ts";
import { findUserById, lockUser, type User } from "./users.ts";

const NO_AD = "00000000-0000-4000-8000-000000000000";

let studbook: TestDb;
let owner: User;
let other: User;
let admin: User;
beforeAll(async () => {
  studbook = await createTestDb();
  other = await createUser(studbook.db);
  admin = await createUser(studbook.db, { isAdmin: true });
});
beforeEach(async () => {
  owner = await createUser(studbook.db);
});
afterAll(() => studbook.drop());

describe("findAd", () => {
  test("returns a public ad to everyone", async () => {
    const ad = await createAd(studbook.db, owner.id);
    for (const viewer of [undefined, owner, other, admin]) {
      expect(await findAd(studbook.db, ad.id, viewer && { userId: viewer.id })).toEqual(ad);
    }
  });

  test("returns the ad of an expired owner only to the owner and to admins", async () => {
    const ad = await createAd(studbook.db, owner.id);
    await change(owner, { membershipExpiresAt: new Date(0) });
    expect(await listViewers(ad.id)).toEqual(["owner", "admin"]);
    const hidden = { ...ad, hiddenSince: "1970-01-01T00:00:00.000Z" };
    expect(await findAd(studbook.db, ad.id, { userId: owner.id })).toEqual(hidden);
  });

  test("returns the ad of an inactive owner only to admins", async () => {
    const ad = await createAd(studbook.db, owner.id);
    await change(owner, { isActive: false });
    expect(await listViewers(ad.id)).toEqual(["admin"]);
    const hidden = { ...ad, hiddenSince: null };
    expect(await findAd(studbook.db, ad.id, { userId: admin.id })).toEqual(hidden);
  });

  test("returns the ZIP code and the day of return only to the owner and to admins", async () => {
    const place = { zip: "78701", city: "Austin" };
    const ad = await createAd(studbook.db, owner.id, { record: { place } });
    for (const viewer of [owner, admin]) {
      expect(await findAd(studbook.db, ad.id, { userId: viewer.id })).toEqual(ad);
    }
    const shown = { ...ad, record: { place: { city: "Austin" } } };
    for (const viewer of [undefined, other, { id: NO_AD }]) {
      const viewed = viewer && { userId: viewer.id };
      expect(await findAd(studbook.db, ad.id, viewed)).toEqual(shown);
      expect(await findAdPageJson(studbook.db, ad.id, viewed)).toMatchObject({
        ad: expect.not.stringContaining("78701"),
        clubTests: expect.stringContaining("Boxer"),
      });
    }
    const page = await findAdPageJson(studbook.db, ad.id, { userId: owner.id });
    expect(page?.ad).toContain("78701");
    await studbook.run(
      "update ads set paused_until = studbook_now() + interval '1 day' where id = $1",
      [ad.id],
    );
    expect(await listViewers(ad.id)).toEqual(["owner", "admin"]);
    const paused = await findAd(studbook.db, ad.id, { userId: admin.id });
    expect(paused?.record).toEqual({
      place,
      availability: {
        status: "available",
        pausedUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
    await studbook.run("update ads set paused_until = studbook_now() where id = $1", [ad.id]);
    expect(await findAd(studbook.db, ad.id, { userId: owner.id })).toEqual(ad);
  });

  test.each(["", "1", "not-a-uuid", `${NO_AD}0`, `{${NO_AD}}`, NO_AD])(
    "returns undefined for the ID %j",
    async (id) => {
      expect(await findAd(studbook.db, id)).toBeUndefined();
      expect(await findAd(studbook.db, id, { userId: admin.id })).toBeUndefined();
    },
  );
});

test("creating and deleting an ad changes the user's adCount", async () => {
  const first = await createAd(studbook.db, owner.id);
  await createAd(studbook.db, owner.id);
  expect((await findUserById(studbook.db, owner.id))?.adCount).toBe(2);
  expect(await remove(owner, first.id)).toBe(true);
  expect(await remove(owner, first.id)).toBe(false);
  expect((await findUserById(studbook.db, owner.id))?.adCount).toBe(1);
});

test("does not delete another user's ad", async () => {
  const ad = await createAd(studbook.db, owner.id);
  expect(await remove(other, ad.id)).toBe(false);
  expect((await findUserById(studbook.db, owner.id))?.adCount).toBe(1);
});

test("an update changes only the given fields and updatedAt", async () => {
  const ad = await createAd(studbook.db, owner.id, {
    createdAt: new Date(0),
    ownerPhone: "5550100",
  });
  const updated = await studbook.db
    .transaction()
    .execute((tx) => updateAd(tx, owner.id, ad.id, { studFee: 0, ownerPhone: null }));
  expect(updated).toEqual({ ...ad, studFee: 0, ownerPhone: null, updatedAt: updated?.updatedAt });
  expect(Date.parse(updated?.updatedAt ?? "")).toBeGreaterThan(0);
});

test("an update of a missing ad or another user's ad changes nothing", async () => {
  const ad = await createAd(studbook.db, owner.id);
  for (const id of [NO_AD, ad.id]) {
    const updated = await studbook.db
      .transaction()
      .execute((tx) => updateAd(tx, other.id, id, { studFee: 1 }));
    expect(updated).toBeUndefined();
  }
  expect(await findAd(studbook.db, ad.id, { userId: owner.id })).toEqual(ad);
});

async function listViewers(adId: string): Promise<string[]> {
  const viewers = { guest: undefined, owner, other, admin };
  const names: string[] = [];
  for (const [name, viewer] of Object.entries(viewers)) {
    if (await findAd(studbook.db, adId, viewer && { userId: viewer.id })) names.push(name);
  }
  return names;
}

async function remove(user: User, adId: string): Promise<boolean> {
  return await studbook.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    return await deleteAd(tx, user.id, adId);
  });
}

async function change(user: User, set: Partial<Pick<User, "isActive" | "membershipExpiresAt">>) {
  await studbook.db.updateTable("users").set(set).where("id", "=", user.id).execute();
}
