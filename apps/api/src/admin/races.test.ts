import { lockUser, setUserAdmin } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test/factories";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createAdmin,
  createMember,
  newAdFields,
  PASSWORD,
  RACE_ROUNDS,
  signInAs,
} from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { grantAdmin, revokeAdmin } from "./admin-role.ts";
import { cliOperator } from "./operator.ts";

const IN_FLIGHT = 20;

const site = useTestApp({ poolSize: 30 });

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
  await Promise.all(Array.from({ length: 60 }, () => site.app.inject("/api/ads")));
});

const toggle = (id: string, cookie = admin.cookie) =>
  site.app.inject({
    method: "PATCH",
    url: `/api/admin/users/${id}/toggle-active`,
    headers: { cookie },
  });

const sessionsOf = async (userId: string) =>
  (await site.db.selectFrom("sessions").select("sess").execute()).filter((row) =>
    JSON.stringify(row.sess).includes(userId),
  );

async function untilWaiting(n: number): Promise<void> {
  await expect.poll(() => site.countLockWaits(), { interval: 5, timeout: 10_000 }).toBe(n);
}

describe("a deactivation", () => {
  it("makes 20 requests fail that were admitted before it", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, cookie } = await createMember(site.db);
      const ad = await createAd(site.db, id);
      const fields = await newAdFields(site.db, id);
      const headers = { cookie };
      const kinds = [
        { method: "POST", url: "/api/ads", headers, payload: fields },
        { method: "PATCH", url: `/api/ads/${ad.id}`, headers, payload: { studFee: 7 } },
        { method: "DELETE", url: `/api/ads/${ad.id}`, headers },
        { method: "PATCH", url: "/api/account/info", headers, payload: { firstName: "X" } },
        { method: "POST", url: "/api/account/close", headers },
      ] as const;
      const { toggled, requests } = await site.db.transaction().execute(async (tx) => {
        await lockUser(tx, id);
        const toggled = toggle(id);
        await untilWaiting(1);
        const requests = Array.from({ length: IN_FLIGHT }, (_, n) =>
          site.app.inject(kinds[n % kinds.length] ?? kinds[0]),
        );
        await untilWaiting(1 + IN_FLIGHT);
        return { toggled, requests };
      });
      expect((await toggled).json()).toEqual({ id, isActive: false });
      const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(Array(IN_FLIGHT).fill(401));
      expect(await sessionsOf(id)).toEqual([]);
      const stored = await site.db
        .selectFrom("ads")
        .select(["id", "studFee", "listedUntil"])
        .where("userId", "=", id)
        .execute();
      expect(stored).toEqual([{ id: ad.id, studFee: ad.studFee, listedUntil: null }]);
    }
  });

  it("leaves no session of concurrent sign-ins", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, username } = await createMember(site.db);
      const payload = { username, password: PASSWORD };
      const signIns = Array.from({ length: 4 }, () =>
        site.app.inject({ method: "POST", url: "/api/login", payload }),
      );
      await Promise.race(signIns);
      expect((await toggle(id)).statusCode).toBe(200);
      await Promise.all(signIns);
      expect(await sessionsOf(id)).toEqual([]);
    }
  });
});

describe("the acting admin", () => {
  it("changes nothing if the role was revoked after the request was admitted", async () => {
    const former = await createAdmin(site.db);
    const { id } = await createUser(site.db);
    const { waiting } = await site.db.transaction().execute(async (tx) => {
      await lockUser(tx, former.id);
      const waiting = toggle(id, former.cookie);
      await untilWaiting(1);
      await setUserAdmin(tx, former.id, false);
      return { waiting };
    });
    expect((await waiting).statusCode).toBe(403);
    const { isActive } = await site.db
      .selectFrom("users")
      .select("isActive")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(isActive).toBe(true);
  });

  it("and another one can toggle each other and the same user without a deadlock", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const one = await createAdmin(site.db);
      const two = await createAdmin(site.db);
      const { id } = await createUser(site.db);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => [
          toggle(two.id, one.cookie),
          toggle(one.id, two.cookie),
          toggle(id, one.cookie),
          toggle(id, two.cookie),
        ]).flat(),
      );
      const statuses = Map.groupBy(responses, ({ statusCode }) => statusCode);
      expect([...statuses.keys()].sort()).toEqual([200, 403]);
      expect(statuses.get(200)).toHaveLength(20);
    }
  });
});

describe("the admin role", () => {
  it("stays with one admin if all are revoked concurrently", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      await site.db.updateTable("users").set({ isAdmin: false }).execute();
      const admins = [];
      for (let n = 0; n < 6; n++) admins.push((await createAdmin(site.db)).id);
      const outcomes = await Promise.allSettled(
        admins.map((id) => revokeAdmin(cliOperator(site.db), id)),
      );
      const refused = outcomes.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: { code: "LAST_ADMIN" } }]);
      const remaining = await site.db
        .selectFrom("users")
        .select("id")
        .where("isAdmin", "=", true)
        .execute();
      expect(remaining).toHaveLength(1);
    }
  });

  it("is not granted to an inactive account", async () => {
    const { id } = await createUser(site.db, { isActive: false });
    await expect(grantAdmin(cliOperator(site.db), id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("takes effect immediately when granted or revoked", async () => {
    const { id } = await createUser(site.db);
    const headers = { cookie: await signInAs(site.db, id) };
    const status = async () =>
      (await site.app.inject({ url: "/api/admin/stats", headers })).statusCode;
    expect(await status()).toBe(403);
    await grantAdmin(cliOperator(site.db), id);
    expect(await status()).toBe(200);
    await createAdmin(site.db);
    await revokeAdmin(cliOperator(site.db), id);
    expect(await status()).toBe(403);
  });
});
