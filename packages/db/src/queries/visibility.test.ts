import { randomUUID } from "node:crypto";
import type { Breed } from "@studbook/domain/breeds";
import type { StateCode } from "@studbook/domain/states";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { createRandom, pick, type Random } from "../../test/workload.ts";
import type { Tx } from "../client.ts";
import { countAdsByBreed, countAdsByState, foldAdCounts, sweepAds } from "./ad-counts.ts";
import { listAdminUsers } from "./admin-users.ts";
import { findAd, findAdPageJson, listUserAds, setAdHidden, setAdPaused, updateAd } from "./ads.ts";
import { listAdRows } from "./export-rows.ts";
import { findOwnerAds } from "./owner-ads.ts";
import { hasPendingRows } from "./pending-rows.ts";
import { attachPhotos, findPhotoAccess, insertPhoto } from "./photos.ts";
import { listRelatedAds } from "./related-ads.ts";
import { searchAds } from "./search-ads.ts";
import { foldTotals } from "./totals.ts";
import { lockUser, setMembership, setUserActive, setUserAdmin } from "./users.ts";
import { listWrongSums } from "./wrong-sums.ts";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const FOREVER = Number.POSITIVE_INFINITY;
const BREEDS: readonly Breed[] = ["Boxer", "Pug"];
const STATES: readonly StateCode[] = ["TX", "ME"];
const BREED_FILTERS: readonly (readonly Breed[])[] = [[], ["Boxer"], ["Pug"], BREEDS];
const STATE_FILTERS: readonly (readonly StateCode[])[] = [[], ["TX"], STATES];
const STEPS = 80;
/** More in `pnpm test:deep`. */
const ROUNDS = Number(process.env.STUDBOOK_COUNT_ROUNDS ?? 2);

/** What decides whether an ad is public. Instants are in milliseconds since 1970. */
type Owner = { id: string; isActive: boolean; isAdmin: boolean; expiresAt: number };
type ModelAd = {
  id: string;
  photoId: string;
  owner: Owner;
  breed: Breed;
  state: StateCode;
  isHidden: boolean;
  /** 0 if it was not paused. */
  pausedUntil: number;
};

let studbook: TestDb;
let now: number;
let owners: Owner[];
let ads: ModelAd[];
let adminId: string;
let strangerId: string;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());
beforeEach(startAnew);

async function startAnew(): Promise<void> {
  await setNow(NOW);
  await studbook.run("truncate users cascade");
  adminId = (await createUser(studbook.db, { isAdmin: true })).id;
  strangerId = (await createUser(studbook.db)).id;
  owners = [];
  ads = [];
}

/** The plain rule that all queries, triggers and sums must agree with. */
function isPublic({ owner, isHidden, pausedUntil }: ModelAd): boolean {
  const isListed = owner.isActive && (owner.isAdmin || owner.expiresAt > now) && !isHidden;
  return isListed && pausedUntil <= now;
}

async function setNow(instant: number): Promise<void> {
  now = instant;
  await studbook.setNow(new Date(instant));
}

async function addOwner(): Promise<Owner> {
  const expiresAt = NOW + 24 * HOUR_MS;
  const { id } = await createUser(studbook.db, { membershipExpiresAt: new Date(expiresAt) });
  const owner = { id, isActive: true, isAdmin: false, expiresAt };
  owners.push(owner);
  return owner;
}

async function addAd(owner: Owner, breed: Breed = "Boxer", state: StateCode = "TX") {
  const { id } = await createAd(studbook.db, owner.id, { breed, state });
  const photo = { id: randomUUID(), userId: owner.id, width: 4, height: 3, bytes: 9 };
  await insertPhoto(studbook.db, photo);
  await write(owner, (tx) => attachPhotos(tx, id, [photo.id]));
  const ad = { id, photoId: photo.id, owner, breed, state, isHidden: false, pausedUntil: 0 };
  ads.push(ad);
  return ad;
}

async function write(owner: Owner, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  await studbook.db.transaction().execute(async (tx) => {
    await lockUser(tx, owner.id);
    await change(tx);
  });
}

async function pause(ad: ModelAd, until: number): Promise<void> {
  ad.pausedUntil = until;
  const instant = until === FOREVER ? "infinity" : until === 0 ? null : new Date(until);
  await write(ad.owner, (tx) => setAdPaused(tx, ad.owner.id, ad.id, instant));
}

async function hide(ad: ModelAd, isHidden: boolean): Promise<void> {
  ad.isHidden = isHidden;
  await write(ad.owner, (tx) => setAdHidden(tx, ad.id, isHidden ? "Not a dog" : null));
}

async function expire(owner: Owner, expiresAt: number): Promise<void> {
  owner.expiresAt = expiresAt;
  const membership = { tier: "premium", expiresAt: new Date(expiresAt) } as const;
  await write(owner, (tx) => setMembership(tx, owner.id, membership));
}

async function sweepAll(): Promise<void> {
  while ((await sweepAds(studbook.db, 1)) > 0);
  await foldAdCounts(studbook.db);
  await foldTotals(studbook.db);
}

/** Expects that everything that depends on what is public agrees with the rule. */
async function expectRule(step: string): Promise<void> {
  await Promise.all([
    expectEachAd(step),
    expectListsAndCounts(step),
    expectOwnersFigures(step),
    expectCorrectSums(step),
  ]);
}

async function expectCorrectSums(step: string): Promise<void> {
  expect(await listWrongSums(studbook.db), step).toEqual([]);
}

async function expectEachAd(step: string): Promise<void> {
  const { db } = studbook;
  const exported = await listAdRows(db, 100, undefined);
  for (const ad of ads) {
    const { id, owner, photoId } = ad;
    const isFound = async (userId?: string) =>
      (await findAd(db, id, userId === undefined ? undefined : { userId })) !== undefined;
    expect(
      {
        guest: await isFound(),
        stranger: await isFound(strangerId),
        owner: await isFound(owner.id),
        admin: await isFound(adminId),
        page: (await findAdPageJson(db, id)) !== undefined,
        photo: (await findPhotoAccess(db, photoId))?.kind,
        isListed: exported.find((row) => row.id === id)?.isListed,
      },
      `${step}: ${JSON.stringify({ now, ad })}`,
    ).toEqual({
      guest: isPublic(ad),
      stranger: isPublic(ad),
      owner: owner.isActive,
      admin: true,
      page: isPublic(ad),
      photo: isPublic(ad) ? "public" : "member",
      isListed: isPublic(ad),
    });
  }
}

async function expectListsAndCounts(step: string): Promise<void> {
  const { db } = studbook;
  const filters = BREED_FILTERS.flatMap((breed) =>
    STATE_FILTERS.map((state) => ({ breed, state })),
  );
  const shownBy = ({ breed, state }: { breed: readonly Breed[]; state: readonly StateCode[] }) =>
    ads.filter(
      (ad) =>
        isPublic(ad) &&
        (breed.length === 0 || breed.includes(ad.breed)) &&
        (state.length === 0 || state.includes(ad.state)),
    );
  for (const filter of filters) {
    const { total, items } = await searchAds(db, { ...filter, limit: 100 });
    const shown = shownBy(filter);
    expect({ total, ids: idsOf(items) }, `${step}: ${JSON.stringify(filter)}`).toEqual({
      total: shown.length,
      ids: idsOf(shown),
    });
  }
  const [byBreed, byState] = [await countAdsByBreed(db), await countAdsByState(db)];
  for (const breed of BREEDS) {
    const expected = shownBy({ breed: [breed], state: [] }).length;
    expect(byBreed.get(breed) ?? 0, `${step}: ${breed}`).toBe(expected);
  }
  for (const state of STATES) {
    const expected = shownBy({ breed: [], state: [state] }).length;
    expect(byState.get(state) ?? 0, `${step}: ${state}`).toBe(expected);
  }
}

async function expectOwnersFigures(step: string): Promise<void> {
  const all = { q: undefined, tier: undefined, active: undefined, expiring: undefined };
  const users = (await listAdminUsers(studbook.db, all, { limit: 100 })).items;
  for (const owner of owners) {
    const own = ads.filter((ad) => ad.owner === owner);
    const { total, items } = await listUserAds(studbook.db, owner.id, { limit: 100 });
    const paused = items.filter(({ availability }) => availability?.pausedUntil !== undefined);
    const user = users.find(({ id }) => id === owner.id);
    const ofOwner = await findOwnerAds(studbook.db, owner.id, { limit: 100 });
    const ad = { id: randomUUID(), breed: "Boxer", userId: owner.id } as const;
    const related = await listRelatedAds(studbook.db, ad);
    const similar = ads.filter((other) => other.breed === "Boxer" && other.owner !== owner);
    expect(
      {
        ofOwner: idsOf(ofOwner?.items ?? []),
        ownerTotal: [ofOwner?.total ?? 0, related.ownerTotal],
        moreFromOwner: idsOf(related.moreFromOwner),
        similar: idsOf(related.similar),
        adCount: user?.adCount,
        publicAdCount: user?.publicAdCount,
        total,
        ids: idsOf(items),
        paused: idsOf(paused),
      },
      step,
    ).toEqual({
      ofOwner: idsOf(own.filter(isPublic)),
      ownerTotal: [own.filter(isPublic).length, own.filter(isPublic).length],
      moreFromOwner: idsOf(own.filter(isPublic)),
      similar: idsOf(similar.filter(isPublic)),
      adCount: own.length,
      publicAdCount: own.filter(isPublic).length,
      total: own.length,
      ids: idsOf(own),
      paused: idsOf(own.filter(({ pausedUntil }) => pausedUntil > now)),
    });
  }
}

const idsOf = (listed: readonly { id: string }[]) => listed.map(({ id }) => id).sort();

describe("a paused ad", () => {
  test("is public again at the instant until which it is paused, and not a millisecond earlier", async () => {
    const owner = await addOwner();
    await addAd(owner);
    const ad = await addAd(owner, "Pug", "ME");
    await pause(ad, NOW + HOUR_MS);
    await expectRule("paused");
    await setNow(NOW + HOUR_MS - 1);
    await expectRule("one millisecond before");
    await setNow(NOW + HOUR_MS);
    expect(isPublic(ad)).toBe(true);
    await expectRule("at the instant");
    await setNow(NOW + HOUR_MS + 1);
    await expectRule("one millisecond after");
    await sweepAll();
    await expectRule("swept");
  });

  test("without an end stays hidden until it is resumed", async () => {
    const ad = await addAd(await addOwner());
    await pause(ad, FOREVER);
    const later = NOW + 100 * 366 * 24 * HOUR_MS;
    await expire(ad.owner, later + HOUR_MS);
    await setNow(later);
    await sweepAll();
    expect(isPublic(ad)).toBe(false);
    await expectRule("a hundred years later");
    await pause(ad, 0);
    await expectRule("resumed");
  });

  test.each([-1, 0, 1])(
    "whose owner's membership ends %i ms after its return is shown as long as both allow it",
    async (ms) => {
      const ad = await addAd(await addOwner());
      const returnsAt = NOW + HOUR_MS;
      await pause(ad, returnsAt);
      await expire(ad.owner, returnsAt + ms);
      const instants = [-2, -1, 0, 1, 2].map((offset) => returnsAt + offset);
      const shown = [];
      for (const instant of instants) {
        await setNow(instant);
        await expectRule(`${instant - returnsAt} ms`);
        if (isPublic(ad)) shown.push(instant);
      }
      expect(shown).toEqual(ms > 0 ? [returnsAt] : []);
      await sweepAll();
      await expectRule("swept");
      await expire(ad.owner, returnsAt + HOUR_MS);
      expect(isPublic(ad)).toBe(true);
      await expectRule("renewed");
    },
  );
});

type Step = [name: string, run: (random: Random) => Promise<unknown>];

/** Instants are on a grid of hours, so that ads return and memberships end at the same time, too. */
function pickInstant(random: Random): number {
  const hour = Math.floor((now - NOW) / HOUR_MS);
  return NOW + (hour + Math.floor(random() * 6) - 1) * HOUR_MS;
}

const steps: Step[] = [
  ["pause", (random) => pause(pick(ads, random), random() < 0.2 ? FOREVER : pickInstant(random))],
  ["pause", (random) => pause(pick(ads, random), pickInstant(random))],
  ["resume", (random) => pause(pick(ads, random), 0)],
  ["hide or restore", (random) => hide(pick(ads, random), random() < 0.4)],
  [
    "activate or deactivate",
    async (random) => {
      const owner = pick(owners, random);
      owner.isActive = random() < 0.7;
      await write(owner, (tx) => setUserActive(tx, owner.id, owner.isActive));
    },
  ],
  [
    "grant or revoke admin",
    async (random) => {
      const owner = pick(owners, random);
      owner.isAdmin = random() < 0.3;
      await write(owner, (tx) => setUserAdmin(tx, owner.id, owner.isAdmin));
    },
  ],
  ["expire or renew", (random) => expire(pick(owners, random), pickInstant(random))],
  [
    "move",
    async (random) => {
      const ad = pick(ads, random);
      const place = { breed: pick(BREEDS, random), state: pick(STATES, random) };
      Object.assign(ad, place);
      await write(ad.owner, (tx) => updateAd(tx, ad.owner.id, ad.id, place));
    },
  ],
  ["pass an hour", () => setNow(now + HOUR_MS)],
  [
    "pass to the millisecond before the next hour",
    () => setNow(NOW + Math.ceil((now - NOW + 1) / HOUR_MS) * HOUR_MS - 1),
  ],
  ["pass a millisecond", () => setNow(now + 1)],
  ["sweep some", () => sweepAds(studbook.db, 1)],
  ["fold", () => foldAdCounts(studbook.db)],
  [
    "sweep all",
    async () => {
      await sweepAll();
      expect(await hasPendingRows(studbook.db)).toBe(false);
    },
  ],
];

/** Names what keeps an ad from being public, and what has passed but is not swept yet. */
async function describeAd({ id, owner, isHidden, pausedUntil }: ModelAd): Promise<string[]> {
  const [row] = await studbook.run(
    "select listed_until is not null as is_listed, paused_until is not null as is_paused from ads where id = $1",
    [id],
  );
  const pausing = pausedUntil > now ? "paused" : row?.isPaused ? "returned" : "never paused";
  const isExpired = owner.expiresAt <= now && !owner.isAdmin;
  const others = [
    ...(isHidden ? ["hidden"] : []),
    ...(owner.isActive ? [] : ["deactivated"]),
    ...(isExpired ? [row?.isListed ? "ended" : "expired"] : []),
  ];
  return (others.length > 0 ? others : ["listed"]).map((other) => `${pausing} and ${other}`);
}

test(
  "an ad is public if its owner's state lists it and it is neither hidden nor paused, after changes and sweeps in any order",
  async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= ROUNDS; seed++) {
      await startAnew();
      const random = createRandom(seed);
      for (let n = 0; n < 3; n++) {
        const owner = await addOwner();
        for (let m = 0; m < 2; m++) await addAd(owner, pick(BREEDS, random), pick(STATES, random));
      }
      const done: string[] = [];
      for (let n = 0; n < STEPS; n++) {
        const [name, run] = pick(steps, random);
        await run(random);
        done.push(name);
        for (const ad of ads) for (const what of await describeAd(ad)) seen.add(what);
        await expectRule(`seed ${seed}, after ${done.slice(-6).join(", ")}`);
      }
    }
    // Otherwise this would not test every combination of a pause with what else hides an ad.
    const others = ["listed", "hidden", "deactivated", "expired", "ended"];
    const combinations = ["paused", "returned", "never paused"].flatMap((pausing) =>
      others.map((other) => `${pausing} and ${other}`),
    );
    expect([...seen].sort()).toEqual(combinations.sort());
  },
  ROUNDS * 60_000,
);
