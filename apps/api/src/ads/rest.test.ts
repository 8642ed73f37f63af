import { createAd, createUser } from "@studbook/db/test/factories";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import { beforeAll, describe, expect, it } from "vitest";
import { createMember, newAdFields } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();
let ownerId: string;
beforeAll(async () => {
  ownerId = (await createUser(site.db)).id;
});

describe("GET /api/ads", () => {
  it("returns an array, the exact total and a Link to the next page", async () => {
    const sameInstant = new Date("2026-05-01T12:00:00.123Z");
    for (let n = 0; n < 5; n++) await createAd(site.db, ownerId, { createdAt: sameInstant });
    await createAd(site.db, ownerId, { state: "OH" });
    const seen: string[] = [];
    let url = "/api/ads?breed=Boxer&state=TX&limit=2";
    for (let page = 0; page < 3; page++) {
      const response = await site.app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers["x-total-count"]).toBe("5");
      seen.push(...response.json<{ id: string }[]>().map((ad) => ad.id));
      const link = String(response.headers.link ?? "");
      expect(link).toMatch(
        page < 2 ? /^<http:\/\/studbook\.test\/api\/ads\?.*>; rel="next"$/ : /^$/,
      );
      url = link.slice(1).split(">")[0]?.replace("http://studbook.test", "") ?? "";
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it("returns the newest ad first, with all fields", async () => {
    const ad = await createAd(site.db, ownerId, { breed: "Akita", birthdate: "2022-05-14" });
    const [first] = (await site.app.inject("/api/ads?breed=Akita")).json();
    expect(first).toEqual(ad);
    expect(first).toMatchObject({
      birthdate: "2022-05-14",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it("treats empty filters as absent", async () => {
    const all = await site.app.inject("/api/ads");
    const empty = await site.app.inject("/api/ads?breed=&state=");
    expect(empty.headers["x-total-count"]).toBe(all.headers["x-total-count"]);
  });

  it("finds ads of any of several breeds and states, once each", async () => {
    const places = ["AK", "HI", "VT"] as const;
    for (const breed of ["Whippet", "Samoyed", "Vizsla"] as const) {
      for (const state of places) await createAd(site.db, ownerId, { breed, state });
    }
    const found = async (query: string) => {
      const { headers, ...response } = await site.app.inject(`/api/ads?${query}`);
      const ads = response.json<{ breed: string; state: string }[]>();
      expect(headers["x-total-count"]).toBe(String(ads.length));
      return ads.map(({ breed, state }) => `${breed} ${state}`).sort();
    };
    const several = "breed=Whippet&breed=Vizsla&breed=Whippet&breed=&state=AK&state=VT";
    expect(await found(several)).toEqual(["Vizsla AK", "Vizsla VT", "Whippet AK", "Whippet VT"]);
    expect(await found("breed=Whippet&breed=Samoyed&state=HI")).toHaveLength(2);
    expect(await found("breed=Whippet&unknown=1&unknown=2")).toHaveLength(3);
    expect((await found("state=AK&state=HI")).length).toBeGreaterThanOrEqual(6);
    const first = await site.app.inject(`/api/ads?${several}&limit=3`);
    const next = String(first.headers.link).replace(/^<http:\/\/[^/]+|>.*/g, "");
    const rest = await site.app.inject(next);
    expect(rest.json()).toHaveLength(1);
    expect(rest.headers.link).toBeUndefined();
  });

  it("continues at a cursor, whatever the limit, and with other filters returns only what follows", async () => {
    const list = async (query: string) => await site.app.inject(`/api/ads?${query}`);
    const first = await list("state=AK&state=HI&limit=3");
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1];
    const last = first.json().at(-1);
    const rest = await list(`state=AK&state=HI&limit=200&cursor=${cursor}`);
    expect(rest.json()).toHaveLength(Number(first.headers["x-total-count"]) - 3);
    const others = await list(`limit=200&cursor=${cursor}`);
    expect(others.statusCode).toBe(200);
    expect(others.json().length).toBeGreaterThan(rest.json().length);
    for (const ad of others.json()) expect(ad.createdAt <= last.createdAt).toBe(true);
  });

  it("omits ads of owners who are inactive or have no active membership", async () => {
    const breed = "Pug";
    await createAd(site.db, (await createUser(site.db, { isActive: false })).id, { breed });
    await createAd(
      site.db,
      (await createUser(site.db, { membershipExpiresAt: new Date("2020-01-01T00:00:00Z") })).id,
      { breed },
    );
    await createAd(
      site.db,
      (await createUser(site.db, { membershipTier: null, membershipExpiresAt: null })).id,
      { breed },
    );
    const shown = await createAd(site.db, ownerId, { breed });
    const response = await site.app.inject("/api/ads?breed=Pug");
    expect(response.json<{ id: string }[]>().map((ad) => ad.id)).toEqual([shown.id]);
    expect(response.headers["x-total-count"]).toBe("1");
  });

  it.each([
    ["an unknown breed", "breed=Dragon", "breed"],
    ["an unknown state", "state=XX", "state"],
    ["a state in lower case", "state=tx", "state"],
    ["a limit of 0", "limit=0", "limit"],
    ["a limit of 201", "limit=201", "limit"],
    ["a limit that is not a number", "limit=ten", "limit"],
    ["a limit that is not a whole number", "limit=1.5", "limit"],
    ["an empty limit", "limit=", "limit"],
    ["a made-up cursor", "cursor=abc", "cursor"],
    ["a repeated parameter that takes one value", "limit=2&limit=3", "limit"],
    ["an unknown breed among several", "breed=Boxer&breed=Dragon", "breed.1"],
    ["eleven states", "state=TX&".repeat(11), "state"],
  ])("refuses %s", async (_case, query, path) => {
    const response = await site.app.inject(`/api/ads?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "BAD_REQUEST", issues: [{ path }] });
    expect(response.json().error).toMatch(/^[A-Z].{10,}/);
  });
});

describe("GET /api/ads/{id}", () => {
  it("returns a public ad and the sample ads", async () => {
    const ad = await createAd(site.db, ownerId);
    for (const id of [ad.id, ...SAMPLE_AD_IDS]) {
      const response = await site.app.inject(`/api/ads/${id}`);
      expect(response.statusCode).toBe(200);
      expect(response.json().id).toBe(id);
    }
  });

  it.each([
    ["an unknown ID", "00000000-0000-4000-8000-000000000000"],
    ["a malformed ID", "no-such-id"],
    ["an ID with a NUL", "%00"],
    ["a very long ID", "a".repeat(4000)],
  ])("returns 404 for %s", async (_case, id) => {
    const response = await site.app.inject(`/api/ads/${id}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: expect.any(String), code: "AD_NOT_FOUND" });
  });

  it("returns 404 as soon as the owner's membership expires", async () => {
    const end = new Date("2089-06-01T00:00:00.000Z");
    const id = (await createUser(site.db, { membershipExpiresAt: end })).id;
    const ad = await createAd(site.db, id);
    await site.setNow(new Date(end.getTime() - 1));
    expect((await site.app.inject(`/api/ads/${ad.id}`)).statusCode).toBe(200);
    await site.setNow(end);
    expect((await site.app.inject(`/api/ads/${ad.id}`)).statusCode).toBe(404);
    await site.setNow(null);
  });
});

it("names the URL of a new ad and of a new account", async () => {
  const { id: memberId, cookie } = await createMember(site.db);
  const created = await site.app.inject({
    method: "POST",
    url: "/api/ads",
    headers: { cookie },
    payload: await newAdFields(site.db, memberId),
  });
  expect(created.statusCode).toBe(201);
  expect(created.headers.location).toBe(`http://studbook.test/api/ads/${created.json().id}`);
  const signedUp = await site.app.inject({
    method: "POST",
    url: "/api/signup",
    payload: { username: "new-owner", password: "some-password", membershipTier: "basic" },
  });
  expect(signedUp.statusCode).toBe(201);
  expect(signedUp.headers.location).toBe("http://studbook.test/api/auth/me");
});

describe("the body of a request with an ID in its path", () => {
  const send = (method: "PATCH" | "DELETE", id: string, cookie: string, payload?: string) =>
    site.app.inject({
      method,
      url: `/api/ads/${id}`,
      headers: { cookie, "content-type": "application/json" },
      ...(payload !== undefined && { payload }),
    });
  const notAnObject = { path: "", message: "Send the fields as a JSON object" };
  const unknownBodyId = { path: "body.id", message: "Unknown field: body.id" };

  it.each([
    ["DELETE", "5", notAnObject],
    ["DELETE", "[]", notAnObject],
    ["DELETE", '"s"', notAnObject],
    ["DELETE", "false", notAnObject],
    ["DELETE", '{"id":"another"}', unknownBodyId],
    ["PATCH", "5", notAnObject],
    ["PATCH", "[]", notAnObject],
    ["PATCH", "null", notAnObject],
    ["PATCH", undefined, notAnObject],
    ["PATCH", '{"id":"another"}', unknownBodyId],
  ] as const)("is refused and changes nothing: %s with %s", async (method, payload, issue) => {
    const { id: memberId, cookie } = await createMember(site.db);
    const ad = await createAd(site.db, memberId);
    const refused = await send(method, ad.id, cookie, payload);
    expect([refused.statusCode, refused.json().issues]).toEqual([400, [issue]]);
    expect((await site.app.inject(`/api/ads/${ad.id}`)).json()).toEqual(ad);
    // Authorization errors take precedence over validation errors.
    const otherAd = await createAd(site.db, ownerId);
    expect((await send(method, otherAd.id, cookie, payload)).statusCode).toBe(403);
    expect((await send(method, "nothing", cookie, payload)).statusCode).toBe(404);
    expect((await send(method, ad.id, "", payload)).statusCode).toBe(401);
  });
});

describe("paths under /api", () => {
  it.each([
    ["POST", "/api/auth/me", "GET, HEAD"],
    ["PUT", "/api/ads/some-id", "DELETE, GET, HEAD, PATCH"],
    ["PATCH", "/api/ads", "GET, HEAD, POST"],
    ["DELETE", "/api/ads?breed=Boxer", "GET, HEAD, POST"],
    ["OPTIONS", "/api/login", "POST"],
    ["GET", "/api/login", "POST"],
    ["HEAD", "/api/logout", "POST"],
  ] as const)("return 405 for %s %s and allow %s", async (method, url, allow) => {
    const response = await site.app.inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    if (method !== "HEAD") expect(response.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  });

  it("return 404 in JSON if they are unknown", async () => {
    for (const method of ["GET", "POST"] as const) {
      const response = await site.app.inject({ method, url: "/api/no/such/path" });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
