import { insertPayment } from "@studbook/db/queries/payments";
import { createAd, createUser, newTestPayment } from "@studbook/db/test/factories";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createMember, PASSWORD, signInAs } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
});

const get = (url: string) => site.app.inject({ url, headers: { cookie: admin.cookie } });
const toggle = (id: string, payload?: object | string) =>
  site.app.inject({
    method: "PATCH",
    url: `/api/admin/users/${id}/toggle-active`,
    headers: { cookie: admin.cookie, "content-type": "application/json" },
    ...(payload && { payload }),
  });
const statusOfMe = async (cookie: string) =>
  (await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;

describe("the statistics", () => {
  it("have the specified fields and the ten newest payments", async () => {
    const { id, username } = await createUser(site.db, { membershipTier: "basic" });
    await createAd(site.db, id);
    for (let amount = 1; amount <= 11; amount++) {
      const createdAt = new Date(Date.UTC(2026, 0, amount));
      await insertPayment(site.db, { ...newTestPayment(id), amount, createdAt });
    }
    const stats = (await get("/api/admin/stats")).json();
    expect(stats).toEqual({
      totalUsers: 2,
      totalAds: 1,
      totalRevenue: 66,
      basicMembers: 1,
      premiumMembers: 0,
      recentPayments: expect.any(Array),
    });
    expect(stats.recentPayments.map(({ amount }: { amount: number }) => amount)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    expect(stats.recentPayments[0]).toEqual({
      id: expect.any(String),
      amount: 11,
      membershipTier: "premium",
      status: "succeeded",
      createdAt: "2026-01-11T00:00:00.000Z",
      payer: { id, username },
    });
  });
});

describe("the list of users", () => {
  it("has all fields of a user and no secrets", async () => {
    const { id, username } = await createMember(site.db);
    const ad = await createAd(site.db, id);
    // If both had the same millisecond, their random IDs would decide which is the newest.
    const earlier = { ...newTestPayment(id), createdAt: new Date(Date.UTC(2026, 0, 1)) };
    await insertPayment(site.db, { ...earlier, amount: 2950 });
    await insertPayment(site.db, { ...newTestPayment(id), amount: 100, status: "refunded" });
    const response = await get(`/api/admin/users?q=${username}`);
    expect(response.headers["x-total-count"]).toBe("1");
    expect(response.json()).toEqual([
      {
        id,
        username,
        email: null,
        firstName: null,
        lastName: null,
        isAdmin: false,
        isActive: true,
        emailVerified: false,
        verifiedEmail: null,
        membershipTier: "premium",
        membershipExpiresAt: expect.stringMatching(/Z$/),
        adCount: 1,
        publicAdCount: 1,
        createdAt: expect.stringMatching(/Z$/),
        totalSpent: 2950,
        payments: [
          expect.objectContaining({ amount: 100, status: "refunded" }),
          expect.objectContaining({ amount: 2950, status: "succeeded" }),
        ],
        ads: [
          {
            id: ad.id,
            dogName: ad.dogName,
            breed: ad.breed,
            state: ad.state,
            studFee: ad.studFee,
            createdAt: ad.createdAt,
            hiddenReason: null,
          },
        ],
      },
    ]);
  });

  it("has pages with a Link header and the total, without the owner of the sample ads", async () => {
    for (let n = 0; n < 5; n++) await createUser(site.db, { email: "paged@example.com" });
    const ids: string[] = [];
    for (let url = "/api/admin/users?q=paged@example&limit=2"; url; ) {
      const response = await get(url);
      expect(response.headers["x-total-count"]).toBe("5");
      ids.push(...response.json().map(({ id }: { id: string }) => id));
      url =
        /<http:\/\/studbook\.test([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1] ??
        "";
    }
    expect(new Set(ids).size).toBe(5);
    const all = (await get("/api/admin/users?limit=200")).json();
    expect(all.map(({ id }: { id: string }) => id)).not.toContain(SAMPLE_OWNER_ID);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["cursor=nonsense", "cursor"],
    ["tier=gold", "tier"],
    ["active=perhaps", "active"],
    ["expiring=no", "expiring"],
    ["tier=basic&tier=premium", "tier"],
    [`q=${"x".repeat(255)}`, "q"],
  ])("refuses %s and names the parameter", async (query, path) => {
    const response = await get(`/api/admin/users?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path }]);
  });
});

describe("toggling a user", () => {
  it("ends all sessions and hides the ads, and a second time shows the ads and allows a sign-in", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const other = await signInAs(site.db, id);
    const ad = await createAd(site.db, id);
    const statusOfAd = async () => (await site.app.inject(`/api/ads/${ad.id}`)).statusCode;
    const login = async () =>
      (
        await site.app.inject({
          method: "POST",
          url: "/api/login",
          payload: { username, password: PASSWORD },
        })
      ).statusCode;

    expect((await toggle(id)).json()).toEqual({ id, isActive: false });
    expect(await statusOfMe(cookie)).toBe(401);
    expect(await statusOfMe(other)).toBe(401);
    expect(await statusOfAd()).toBe(404);
    expect((await get(`/api/ads/${ad.id}`)).statusCode).toBe(200);
    expect(await login()).toBe(401);

    expect((await toggle(id)).json()).toEqual({ id, isActive: true });
    expect(await statusOfAd()).toBe(200);
    expect(await statusOfMe(cookie)).toBe(401);
    expect(await login()).toBe(200);
  });

  it("is refused for admins and oneself with 403, and for unknown and malformed IDs with 404", async () => {
    const { id } = await createAdmin(site.db);
    for (const target of [id, admin.id]) {
      const response = await toggle(target);
      expect([response.statusCode, response.json().code]).toEqual([403, "FORBIDDEN"]);
    }
    for (const target of ["00000000-0000-4000-8000-000000000000", "42", "%00", SAMPLE_OWNER_ID]) {
      const response = await toggle(target);
      expect([response.statusCode, response.json().code]).toEqual([404, "USER_NOT_FOUND"]);
    }
  });

  it("is refused if there is a payload", async () => {
    const { id, cookie } = await createMember(site.db);
    for (const payload of [{ isActive: false }, { id }, [], "5"]) {
      expect((await toggle(id, payload)).statusCode).toBe(400);
      expect(await statusOfMe(cookie)).toBe(200);
    }
    expect((await toggle(id, {})).statusCode).toBe(200);
  });

  it("does not happen with setActive, which sets the given state", async () => {
    const { id } = await createMember(site.db);
    const set = async (isActive: boolean) =>
      (
        await site.app.inject({
          method: "POST",
          url: "/trpc/admin.setActive",
          headers: { cookie: admin.cookie },
          payload: { id, isActive },
        })
      ).json().result.data;
    for (const isActive of [true, false, false, true, true]) {
      expect(await set(isActive)).toEqual({ id, isActive });
    }
    const actions = await site.run(
      "select action from audit_log where subject_id = $1 order by id",
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual(["user.deactivated", "user.reactivated"]);
  });

  it("accepts an ID in upper case", async () => {
    const { id, cookie } = await createMember(site.db);
    expect((await toggle(id.toUpperCase())).json()).toEqual({ id, isActive: false });
    expect(await statusOfMe(cookie)).toBe(401);
  });
});
