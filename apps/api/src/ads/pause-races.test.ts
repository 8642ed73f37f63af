import { randomInt } from "node:crypto";
import type { Tx } from "@studbook/db/client";
import { foldAdCounts, sweepAds } from "@studbook/db/queries/ad-counts";
import { setAdPaused } from "@studbook/db/queries/ads";
import { lockUser, setMembership } from "@studbook/db/queries/users";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { createAd } from "@studbook/db/test/factories";
import { utcDay } from "@studbook/domain/age";
import type { Breed } from "@studbook/domain/breeds";
import { DAY_MS } from "@studbook/domain/day";
import type { Ad } from "@studbook/domain/schemas/ad";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createAdmin,
  createMember,
  newAdFields,
  RACE_ROUNDS,
  signInAs,
} from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

/** Enough for several to be inside the transaction at once. */
const CALLS = 12;
const BREEDS: readonly Breed[] = ["Akita", "Beagle"];

const site = useTestApp({ poolSize: 16 });
let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
  // A cold pool opens its connections one by one, so the calls would not run concurrently.
  await Promise.all(Array.from({ length: CALLS }, () => site.app.inject("/api/ads")));
});

const send = (
  method: "POST" | "PATCH" | "DELETE",
  url: string,
  cookie: string,
  payload: object = {},
) => site.app.inject({ method, url, headers: { cookie }, payload });

const getAd = async (id: string, cookie: string): Promise<Ad> =>
  (await site.app.inject({ url: `/api/ads/${id}`, headers: { cookie } })).json();

const repeat = <Result>(times: number, run: (n: number) => Result): Result[] =>
  Array.from({ length: times }, (_, n) => run(n));

describe("concurrent updates of a record", () => {
  const parts = {
    identity: { registeredName: "Elk Creek's Ranger", registry: "AKC" },
    titles: { prefix: "CH" },
    place: { zip: "76701" },
    pedigree: { ancestors: { sire: "CH Scout" } },
    health: { tests: [{ test: "hips", registry: "OFA", result: "Good" }] },
    breeding: { proven: true, methods: ["natural"] },
    terms: { deposit: 300 },
    availability: { status: "frozen-only", since: "2025-01-31" },
  };

  it("keep all of them if they change different parts", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id: userId, cookie } = await createMember(site.db);
      const { id } = await createAd(site.db, userId);
      const responses = await Promise.all(
        Object.entries(parts).map(([part, value]) =>
          send("PATCH", `/api/ads/${id}`, cookie, { record: { [part]: value } }),
        ),
      );
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      const { record } = await getAd(id, cookie);
      expect(record).toEqual({ ...parts, place: { zip: "76701", city: "Waco" } });
    }
  });

  it("keep one whole value if they change the same part", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id: userId, cookie } = await createMember(site.db);
      const { id } = await createAd(site.db, userId);
      const values = repeat(CALLS, (n) => ({
        registeredName: `Name ${n}`,
        ...(n % 2 === 0 ? { kennelName: `Kennel ${n}` } : { color: `Color ${n}` }),
      }));
      await Promise.all(
        values.map((identity) =>
          send("PATCH", `/api/ads/${id}`, cookie, { record: { identity, titles: parts.titles } }),
        ),
      );
      const { record } = await getAd(id, cookie);
      expect(values).toContainEqual(record?.identity);
      expect(record?.titles).toEqual(parts.titles);
    }
  });

  it("and of the state never leave a ZIP code of another state", async () => {
    for (let round = 0; round < 2 * RACE_ROUNDS; round++) {
      const { id: userId, cookie } = await createMember(site.db);
      const { id } = await createAd(site.db, userId, { state: round % 2 === 0 ? "TX" : "OH" });
      const patch = (payload: object) => send("PATCH", `/api/ads/${id}`, cookie, payload);
      const [ofState, ...others] = await Promise.all([
        patch({ state: round % 2 === 0 ? "OH" : "TX" }),
        patch({ record: { place: parts.place } }),
        patch({ record: { titles: parts.titles } }),
        patch({ record: { breeding: parts.breeding } }),
      ]);
      expect(ofState.statusCode).toBe(200);
      const [ofPlace, ...rest] = others.map(({ statusCode }) => statusCode);
      expect([200, 400]).toContain(ofPlace);
      expect(rest).toEqual([200, 200]);
      const { state, record } = await getAd(id, cookie);
      expect(record).toMatchObject({ titles: parts.titles, breeding: parts.breeding });
      const isInTexas = state === "TX";
      if (!isInTexas) expect(record?.place).toBeUndefined();
      if (isInTexas && ofPlace === 200) expect(record?.place?.city).toBe("Waco");
      const [row] = await site.run(
        `select x is not null as has_point, area = area_of(state_no(state), x, y, z) as is_in_area,
           summary ->> 'city' as city from ads where id = $1`,
        [id],
      );
      expect(row).toEqual({
        hasPoint: record?.place !== undefined,
        isInArea: true,
        city: record?.place?.city ?? null,
      });
    }
  });
});

describe("a Basic member", () => {
  it("cannot get a second ad by pausing the first while creating", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id: userId, cookie } = await createMember(site.db, { membershipTier: "basic" });
      const { id } = await createAd(site.db, userId);
      const bodies = await Promise.all(repeat(CALLS / 2, () => newAdFields(site.db, userId)));
      const responses = await Promise.all([
        ...bodies.flatMap((body, n) => [
          send("POST", `/api/ads/${id}/${n % 2 === 0 ? "pause" : "resume"}`, cookie),
          send("POST", "/api/ads", cookie, body),
        ]),
      ]);
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(bodies.flatMap(() => [200, 403]));
      const [row] = await site.run(
        "select ad_count, (select count(*)::integer from ads where user_id = users.id) as stored from users where id = $1",
        [userId],
      );
      expect(row).toEqual({ adCount: 1, stored: 1 });
    }
  });
});

describe("concurrent changes of what is public", () => {
  const OWNERS = 3;
  const ADS_EACH = 2;
  const CHANGES_EACH = 12;
  const LONGEST_MS = 300;

  type TestAd = { id: string; userId: string };
  const inUpTo = (ms: number) => new Date(Date.now() + randomInt(ms));

  /** Sends a call on an ad as its owner, whose session a deactivation may have ended. */
  const asOwner = async ({ id, userId }: TestAd, verb: string, payload = {}) => {
    const cookie = await signInAs(site.db, userId);
    const url = `/api/ads/${id}${verb}`;
    return await send(verb === "" ? "PATCH" : "POST", url, cookie, payload);
  };
  const asAdmin = (name: string, payload: object) =>
    send("POST", `/trpc/${name}`, admin.cookie, payload);
  const bySql = async ({ userId }: TestAd, change: (tx: Tx) => Promise<unknown>) => {
    await site.db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      await change(tx);
    });
    return undefined;
  };
  const setExpiry = (ad: TestAd, expiresAt: Date) =>
    bySql(ad, (tx) => setMembership(tx, ad.userId, { tier: "premium", expiresAt }));

  const changes: ((ad: TestAd) => Promise<{ statusCode: number } | undefined>)[] = [
    (ad) => asOwner(ad, "/pause", { until: utcDay(new Date(Date.now() + DAY_MS)) }),
    (ad) => asOwner(ad, "/pause", { until: null }),
    (ad) => bySql(ad, (tx) => setAdPaused(tx, ad.userId, ad.id, inUpTo(LONGEST_MS))),
    (ad) => asOwner(ad, "/resume"),
    (ad) => asOwner(ad, "/resume"),
    (ad) => asOwner(ad, "", { breed: BREEDS[randomInt(BREEDS.length)] }),
    ({ id }) => asAdmin("admin.hideAd", { id, reason: "Not a dog" }),
    ({ id }) => asAdmin("admin.restoreAd", { id }),
    ({ id }) => asAdmin("admin.restoreAd", { id }),
    ({ userId }) => send("PATCH", `/api/admin/users/${userId}/toggle-active`, admin.cookie),
    (ad) => setExpiry(ad, new Date(Date.now() - 1000)),
    (ad) => setExpiry(ad, inUpTo(LONGEST_MS)),
    (ad) => setExpiry(ad, new Date(Date.now() + 3 * DAY_MS)),
    (ad) => setExpiry(ad, new Date(Date.now() + 3 * DAY_MS)),
    async () => void (await sweepAds(site.db, 1)),
    async () => void (await foldAdCounts(site.db)),
  ];

  async function addAds(): Promise<TestAd[]> {
    const ads = [];
    for (let n = 0; n < OWNERS; n++) {
      const { id: userId } = await createMember(site.db);
      for (let m = 0; m < ADS_EACH; m++) {
        ads.push(await createAd(site.db, userId, { breed: BREEDS[m] ?? "Akita" }));
      }
    }
    return ads;
  }

  /** Expects that all reads agree with what the rows of the ads and of their owners say. */
  async function expectOneTruth(when: string): Promise<void> {
    const rows = await site.run(
      `select ads.id, breed, is_active and membership_expires_at > studbook_now() and hidden_at is null
         and coalesce(paused_until <= studbook_now(), true) as is_public
       from ads join users on users.id = user_id where breed = any($1::text[])`,
      [BREEDS],
    );
    expect(rows).toHaveLength(OWNERS * ADS_EACH);
    for (const { id, isPublic } of rows) {
      const { statusCode } = await site.app.inject(`/api/ads/${id}`);
      expect([id, statusCode], when).toEqual([id, isPublic ? 200 : 404]);
    }
    const counts = (await site.app.inject("/api/breeds")).json<{ name: string; count: number }[]>();
    for (const filter of [[BREEDS[0]], [BREEDS[1]], BREEDS]) {
      const expected = rows
        .filter(({ breed, isPublic }) => isPublic && filter.some((name) => name === breed))
        .map(({ id }) => id);
      const response = await site.app.inject(
        `/api/ads?limit=200&${filter.map((breed) => `breed=${breed}`).join("&")}`,
      );
      const found = response.json<Ad[]>().map(({ id }) => id);
      const count = counts
        .filter(({ name }) => filter.some((breed) => breed === name))
        .reduce((sum, breed) => sum + breed.count, 0);
      expect(
        { total: Number(response.headers["x-total-count"]), ids: found.sort(), count },
        when,
      ).toEqual({ total: expected.length, ids: expected.sort(), count: expected.length });
    }
    expect(await listWrongSums(site.db), when).toEqual([]);
  }

  it("end in one truth, before and after what is over is swept", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const ads = await addAds();
      const responses = await Promise.all(
        repeat(CALLS, async () => {
          const received = [];
          for (let n = 0; n < CHANGES_EACH; n++) {
            const [ad, change] = [ads[randomInt(ads.length)], changes[randomInt(changes.length)]];
            if (ad && change) received.push(await change(ad));
          }
          return received;
        }),
      );
      for (const response of responses.flat()) {
        // 401 and 404 for an owner who was deactivated meanwhile.
        expect([200, 401, 404]).toContain(response?.statusCode ?? 200);
      }
      // The database's clock is stopped, so that all reads see the same instant.
      const now = Date.now();
      for (const ms of [0, LONGEST_MS, 2 * DAY_MS]) {
        await site.setNow(new Date(now + ms));
        await expectOneTruth(`${ms} ms later`);
      }
      while ((await sweepAds(site.db, 1)) > 0);
      await foldAdCounts(site.db);
      await expectOneTruth("swept");
      await site.setNow(null);
      await site.run("delete from users where id = any($1::uuid[])", [
        ads.map(({ userId }) => userId),
      ]);
    }
  });
});
