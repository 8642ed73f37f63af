import { randomUUID } from "node:crypto";
import { attachPhotos, insertPhoto } from "@studbook/db/queries/photos";
import { createAd } from "@studbook/db/test/factories";
import { DAY_MS } from "@studbook/domain/day";
import type { Ad } from "@studbook/domain/schemas/ad";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdmin, createMember, newAdFields } from "../../test/test-app.ts";
import { useUploadSite } from "../../test/uploads.ts";
import { photoKey } from "../photos/storage.ts";
import { pauseAd, resumeAd } from "./pause-ad.ts";

const NOW = new Date("2026-11-29T18:30:00.000Z");
const TOMORROW = "2026-11-30";
const RETURN = new Date("2026-11-30T00:00:00.000Z");
const IN_A_YEAR = "2027-11-29";
const OUT_OF_RANGE = "The day of return must be from 2026-11-30 to 2027-11-29";
const NO_DAY = "The day of return must be a date like 2027-01-15";
const PUBLIC = { isFound: true, isListed: true, total: "1", isCounted: true };
const NOT_PUBLIC = { isFound: false, isListed: false, total: "0", isCounted: false };

const site = useUploadSite();

let owner: { id: string; cookie: string };
let ad: Ad;
beforeEach(async () => {
  await site.setNow(NOW);
  await site.run("truncate users cascade");
  owner = await createMember(site.db, { membershipExpiresAt: new Date("2030-01-01") });
  ad = await createAd(site.db, owner.id);
});
afterEach(() => site.setNow(null));

const send = (verb: "pause" | "resume", payload?: object | string, cookie = owner.cookie) =>
  site.app.inject({
    method: "POST",
    url: `/api/ads/${ad.id}/${verb}`,
    headers: { cookie, "content-type": "application/json" },
    ...(payload !== undefined && { payload }),
  });
const get = (url: string, cookie = "") => site.app.inject({ url, headers: { cookie } });
const getAd = async (cookie = "") => (await get(`/api/ads/${ad.id}`, cookie)).json();

async function pause(until: string | null = TOMORROW): Promise<void> {
  expect((await send("pause", { until })).statusCode).toBe(200);
}

/** What visitors see of the ad. */
async function look() {
  const list = await get("/api/ads?breed=Boxer");
  const breeds = (await get("/api/breeds")).json<{ name: string; count: number }[]>();
  return {
    isFound: (await get(`/api/ads/${ad.id}`)).statusCode === 200,
    isListed: list.json<Ad[]>().some(({ id }) => id === ad.id),
    total: list.headers["x-total-count"],
    isCounted: breeds.some(({ name, count }) => name === "Boxer" && count === 1),
  };
}

describe("POST /api/ads/{id}/pause", () => {
  it.each([
    ["tomorrow", TOMORROW],
    ["one year ahead", IN_A_YEAR],
    ["no end", null],
  ])("hides the ad until %s and says so to its owner", async (_, until) => {
    expect(await look()).toEqual(PUBLIC);
    const response = await send("pause", { until });
    const paused = { ...ad, record: { availability: { status: "available", pausedUntil: until } } };
    expect([response.statusCode, response.json()]).toEqual([200, paused]);
    expect(await look()).toEqual(NOT_PUBLIC);
    expect(await getAd(owner.cookie)).toEqual(paused);
  });

  it("has no end without a day, but needs a body", async () => {
    const withoutBody = await send("pause");
    const message = "Send the fields as a JSON object";
    expect([withoutBody.statusCode, withoutBody.json().issues]).toEqual([
      400,
      [{ path: "", message }],
    ]);
    expect(await look()).toEqual(PUBLIC);
    const withoutDay = await send("pause", {});
    expect(withoutDay.statusCode).toBe(200);
    expect(withoutDay.json().record.availability.pausedUntil).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ["today", "2026-11-29", OUT_OF_RANGE],
    ["yesterday", "2026-11-28", OUT_OF_RANGE],
    ["one year and one day ahead", "2027-11-30", OUT_OF_RANGE],
    ["the year 9999", "9999-12-31", OUT_OF_RANGE],
    ["a day that does not exist", "2027-02-30", NO_DAY],
    ["another format", "11/30/2026", NO_DAY],
    ["a date-time", "2026-11-30T00:00:00Z", NO_DAY],
    ["a day with a space", " 2026-11-30", NO_DAY],
    ["infinity", "infinity", NO_DAY],
    ["an empty text", "", NO_DAY],
    ["a number", 20_261_130, NO_DAY],
    ["a boolean", true, NO_DAY],
    ["a list", [TOMORROW], NO_DAY],
    ["an object", { day: TOMORROW }, NO_DAY],
  ])("refuses %s and changes nothing", async (_, until, message) => {
    const response = await send("pause", { until });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: message, code: "BAD_REQUEST", issues: [{ path: "until", message }] },
    ]);
    expect(await look()).toEqual(PUBLIC);
  });

  it("refuses unknown fields and a body that is not an object", async () => {
    const unknown = await send("pause", { until: TOMORROW, reason: "Away" });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json().issues).toEqual([{ path: "reason", message: "Unknown field: reason" }]);
    for (const payload of ["[]", '"2026-11-30"', "7", "{"]) {
      expect((await send("pause", payload)).statusCode).toBe(400);
    }
    expect(await look()).toEqual(PUBLIC);
  });

  it("of a paused ad changes only the day", async () => {
    for (const until of [TOMORROW, TOMORROW, IN_A_YEAR, null, null, TOMORROW]) {
      const response = await send("pause", { until });
      expect(response.json().record.availability.pausedUntil).toBe(until);
    }
    await site.setNow(RETURN);
    expect(await look()).toEqual(PUBLIC);
  });

  it("answers 404 and 403 before it reads the body", async () => {
    const other = await createMember(site.db);
    const admin = await createAdmin(site.db);
    const bad = { until: "never" };
    for (const { cookie } of [other, admin]) {
      expect((await send("pause", bad, cookie)).json().code).toBe("FORBIDDEN");
      expect((await send("resume", { x: 1 }, cookie)).json().code).toBe("FORBIDDEN");
    }
    await pause(null);
    expect((await send("pause", bad, other.cookie)).json().code).toBe("AD_NOT_FOUND");
    expect((await send("resume", {}, other.cookie)).json().code).toBe("AD_NOT_FOUND");
    expect((await send("resume", {}, admin.cookie)).json().code).toBe("FORBIDDEN");
    expect((await send("resume", {}, "")).statusCode).toBe(401);
    expect(await look()).toEqual(NOT_PUBLIC);
  });
});

describe("POST /api/ads/{id}/resume", () => {
  it("shows the ad again, and changes nothing when repeated or without a pause", async () => {
    const unchanged = await send("resume");
    expect([unchanged.statusCode, unchanged.json()]).toEqual([200, ad]);
    for (const until of [TOMORROW, null]) {
      await pause(until);
      for (const payload of [undefined, {}]) {
        const response = await send("resume", payload);
        expect([response.statusCode, response.json()]).toEqual([200, ad]);
        expect(await look()).toEqual(PUBLIC);
      }
    }
  });

  it("refuses unknown fields", async () => {
    await pause();
    const response = await send("resume", { until: null });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toEqual([{ path: "until", message: "Unknown field: until" }]);
    expect(await look()).toEqual(NOT_PUBLIC);
  });
});

describe("a paused ad", () => {
  it("is public again at 00:00 UTC of its day, and not a millisecond earlier", async () => {
    await pause();
    await site.setNow(new Date(RETURN.getTime() - 1));
    expect(await look()).toEqual(NOT_PUBLIC);
    expect((await getAd(owner.cookie)).record.availability.pausedUntil).toBe(TOMORROW);
    await site.setNow(RETURN);
    expect(await look()).toEqual(PUBLIC);
    expect(await getAd(owner.cookie)).toEqual(ad);
  });

  it("shows the day of return only to its owner and admins, together with the stated availability", async () => {
    const since = "2026-01-15";
    const record = { availability: { status: "frozen-only", since }, titles: { suffix: "JH" } };
    const url = `/api/ads/${ad.id}`;
    const headers = { cookie: owner.cookie };
    await site.app.inject({ method: "PATCH", url, headers, payload: { record } });
    const admin = await createAdmin(site.db);
    const stranger = await createMember(site.db);
    await pause();
    const availability = { ...record.availability, pausedUntil: TOMORROW };
    for (const { cookie } of [owner, admin]) {
      expect((await getAd(cookie)).record).toEqual({ ...record, availability });
    }
    const [mine] = (await get("/api/my-ads", owner.cookie)).json();
    expect(mine).toMatchObject({ id: ad.id, availability, titles: record.titles });
    expect(await getAd(stranger.cookie)).toMatchObject({ code: "AD_NOT_FOUND" });
    const read = (await getAd(owner.cookie)).record;
    const sentBack = await site.app.inject({
      ...{ method: "PATCH", url, headers },
      payload: { record: read },
    });
    expect([sentBack.statusCode, sentBack.json().record]).toEqual([200, read]);

    await site.setNow(RETURN);
    for (const cookie of [owner.cookie, admin.cookie, stranger.cookie, ""]) {
      expect((await getAd(cookie)).record).toEqual(record);
    }
    for (const [listed] of [
      (await get("/api/ads")).json(),
      (await get("/api/my-ads", owner.cookie)).json(),
    ]) {
      expect(listed.availability).toEqual(record.availability);
    }
  });

  it("has a day of return of null in the owner's list if it is paused without an end", async () => {
    await pause(null);
    const [mine] = (await get("/api/my-ads", owner.cookie)).json();
    expect(mine.availability).toEqual({ status: "available", pausedUntil: null });
    await send("resume");
    expect((await get("/api/my-ads", owner.cookie)).json()[0]).not.toHaveProperty("availability");
  });

  it("counts toward the limit of Basic", async () => {
    const { id, cookie } = await createMember(site.db, {
      membershipTier: "basic",
      membershipExpiresAt: new Date("2030-01-01"),
    });
    const create = async () =>
      site.app.inject({
        method: "POST",
        url: "/api/ads",
        headers: { cookie },
        payload: await newAdFields(site.db, id),
      });
    ad = (await create()).json();
    await send("pause", { until: null }, cookie);
    const refused = await create();
    expect([refused.statusCode, refused.json().code]).toEqual([403, "AD_LIMIT_REACHED"]);
    const deleted = await site.app.inject({
      method: "DELETE",
      url: `/api/ads/${ad.id}`,
      headers: { cookie },
    });
    expect(deleted.statusCode).toBe(200);
    expect((await get(`/api/ads/${ad.id}`, cookie)).statusCode).toBe(404);
    expect((await create()).statusCode).toBe(201);
    expect((await get("/api/ads")).headers["x-total-count"]).toBe("2");
  });

  it("can be edited, and is found by its new breed and state when it returns", async () => {
    await pause();
    const edited = await site.app.inject({
      method: "PATCH",
      url: `/api/ads/${ad.id}`,
      headers: { cookie: owner.cookie },
      payload: { breed: "Akita", state: "OH" },
    });
    expect(edited.json()).toMatchObject({
      breed: "Akita",
      record: { availability: { pausedUntil: TOMORROW } },
    });
    const count = async (query: string) =>
      (await get(`/api/ads?${query}`)).headers["x-total-count"];
    expect([await count(""), await count("breed=Akita")]).toEqual(["0", "0"]);
    await site.setNow(RETURN);
    expect([await count("breed=Boxer"), await count("state=TX")]).toEqual(["0", "0"]);
    expect([await count("breed=Akita"), await count("state=OH")]).toEqual(["1", "1"]);
  });

  it("of an expired owner can be paused and resumed, and stays hidden until the renewal", async () => {
    const setExpiry = (instant: string) =>
      site.run("update users set membership_expires_at = $2 where id = $1", [owner.id, instant]);
    const expiredAt = "2026-11-01T00:00:00.000Z";
    await setExpiry(expiredAt);
    expect((await send("resume")).json()).toEqual({ ...ad, hiddenSince: expiredAt });
    const paused = await send("pause", { until: IN_A_YEAR });
    expect([paused.statusCode, paused.json()]).toEqual([
      200,
      {
        ...ad,
        hiddenSince: expiredAt,
        record: { availability: { status: "available", pausedUntil: IN_A_YEAR } },
      },
    ]);
    await setExpiry("2030-01-01T00:00:00.000Z");
    expect(await look()).toEqual(NOT_PUBLIC);
    expect((await send("resume")).json()).toEqual(ad);
    expect(await look()).toEqual(PUBLIC);
  });

  it("that an admin hides stays hidden when it is resumed, and stays paused when it is restored", async () => {
    const { cookie } = await createAdmin(site.db);
    const call = (name: string, payload: object) =>
      site.app.inject({ method: "POST", url: `/trpc/${name}`, headers: { cookie }, payload });
    await pause();
    await call("admin.hideAd", { id: ad.id, reason: "Not a dog" });
    const resumed = await send("resume");
    expect([resumed.statusCode, resumed.json()]).toEqual([
      200,
      { ...ad, hiddenReason: "Not a dog" },
    ]);
    expect(await look()).toEqual(NOT_PUBLIC);
    expect((await send("pause", { until: TOMORROW })).statusCode).toBe(200);
    await call("admin.restoreAd", { id: ad.id });
    expect(await look()).toEqual(NOT_PUBLIC);
    await site.setNow(RETURN);
    expect(await look()).toEqual(PUBLIC);
  });

  it("does not show its photos to visitors, from the response on and until it returns", async () => {
    const photoId = randomUUID();
    const size = { width: 4, height: 3, bytes: 5 };
    await insertPhoto(site.db, { id: photoId, userId: owner.id, ...size });
    for (const width of [320, 800, 1600] as const) {
      await site.storage.write(photoKey(photoId, width), Buffer.from("photo"));
    }
    await site.db.transaction().execute((tx) => attachPhotos(tx, ad.id, [photoId]));
    const admin = await createAdmin(site.db);
    const statuses = async () => {
      const found = [];
      for (const cookie of ["", owner.cookie, admin.cookie]) {
        found.push((await get(`/photos/${photoId}/800.webp`, cookie)).statusCode);
      }
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await pause();
    expect(await statuses()).toEqual([404, 200, 200]);
    await site.setNow(new Date(RETURN.getTime() - 1));
    expect(await statuses()).toEqual([404, 200, 200]);
    await site.setNow(RETURN);
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe("pauseAd and resumeAd, called directly", () => {
  it("change an ad only for its owner, and check the day by the database's clock", async () => {
    for (const isAdmin of [false, true]) {
      const { id: userId } = isAdmin ? await createAdmin(site.db) : await createMember(site.db);
      const ctx = { db: site.db, viewer: { userId, isAdmin } };
      for (const [id, code] of [
        [ad.id, "FORBIDDEN"],
        ["unknown-id", "AD_NOT_FOUND"],
      ] as const) {
        await expect(pauseAd(ctx, { id, until: null })).rejects.toMatchObject({ code });
        await expect(resumeAd(ctx, id)).rejects.toMatchObject({ code });
      }
    }
    await site.advance(DAY_MS);
    const ctx = { db: site.db, viewer: { userId: owner.id, isAdmin: false } };
    await expect(pauseAd(ctx, { id: ad.id, until: TOMORROW })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await look()).toEqual(PUBLIC);
  });
});
