import { lockUser } from "@studbook/db/queries/users";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, createMember, PASSWORD, signInAs, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { attemptKey, PASSWORD_CHECKS_PER_NETWORK } from "../auth/attempt-limits.ts";

const site = useTestApp();

let limited: FastifyInstance;
beforeAll(async () => {
  limited = await buildTestApp(site.db, { config: testConfig("on") });
});
afterAll(() => limited.close());

let addresses = 0;
/** Changes the password, each time from another address. */
const change = (cookie: string, currentPassword: string, newPassword: string, to = site.app) =>
  to.inject({
    method: "PATCH",
    url: "/api/account/password",
    remoteAddress: `10.1.${addresses >> 8}.${addresses++ & 255}`,
    headers: { cookie },
    payload: { currentPassword, newPassword },
  });
const sessionIn = ({ cookies }: LightMyRequestResponse) =>
  cookies
    .filter(({ name }) => name === "studbook")
    .map(({ name, value }) => `${name}=${value}`)
    .join();
const statusOfMe = async (cookie: string) =>
  (await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;
const login = (username: string, password: string) =>
  site.app.inject({ method: "POST", url: "/api/login", payload: { username, password } });

describe("a password change", () => {
  it("ends all sessions, including the current one, and starts a new one", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const other = await signInAs(site.db, id);
    const response = await change(cookie, PASSWORD, "new-password");
    expect(response.json()).toEqual({ ok: true });
    for (const ended of [cookie, other]) expect(await statusOfMe(ended)).toBe(401);
    expect(await statusOfMe(sessionIn(response))).toBe(200);
    expect((await login(username, PASSWORD)).statusCode).toBe(401);
    expect((await login(username, "new-password")).statusCode).toBe(200);
  });

  it("is refused and changes nothing if the current password is wrong", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const other = await signInAs(site.db, id);
    const response = await change(cookie, "wrong", "new-password");
    expect(response.cookies).toEqual([]);
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path: "currentPassword" }]);
    expect(await statusOfMe(other)).toBe(200);
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
  });

  it("is refused with its own message if the new password is too short", async () => {
    const { cookie } = await createMember(site.db);
    expect((await change(cookie, PASSWORD, "12345")).json()).toMatchObject({
      error: "New password must be at least 6 characters",
    });
  });

  it("succeeds once for two concurrent calls", async () => {
    const { id, username, cookie } = await createMember(site.db);
    // Both have checked the password before either changes it.
    const waiting = await site.db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      const changes = ["first-password", "second-password"].map((next) =>
        change(cookie, PASSWORD, next),
      );
      await expect.poll(site.countLockWaits).toBe(2);
      return { changes };
    });
    const responses = await Promise.all(waiting.changes);
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 400]);
    const winner = statuses[0] === 200 ? "first-password" : "second-password";
    expect((await login(username, winner)).statusCode).toBe(200);
    const [session] = responses.filter(({ statusCode }) => statusCode === 200).map(sessionIn);
    expect(await statusOfMe(session ?? "")).toBe(200);
  });
});

describe("the limit on password changes", () => {
  beforeEach(() => site.setNow(new Date()));

  it("is five per hour for all sessions together", async () => {
    const { id, username, cookie: first } = await createMember(site.db);
    let cookie = first;
    let password = PASSWORD;
    for (let n = 0; n < 5; n++) {
      const changed = await change(cookie, password, `new-password-${n}`, limited);
      expect(changed.statusCode).toBe(200);
      [cookie, password] = [sessionIn(changed), `new-password-${n}`];
    }
    await site.advance(60_000);
    for (const session of [cookie, await signInAs(site.db, id)]) {
      const refused = await change(session, password, "new-password-5", limited);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3540"]);
    }
    expect((await login(username, password)).statusCode).toBe(200);
    await site.advance(3_540_000);
    const later = await change(cookie, password, "new-password-5", limited);
    expect(later.statusCode).toBe(200);
  });

  it("counts only successful changes", async () => {
    const { id, cookie } = await createMember(site.db);
    const sessions = await Promise.all(Array.from({ length: 7 }, () => signInAs(site.db, id)));
    const responses = await Promise.all(
      sessions.map((session, n) => change(session, PASSWORD, `new-password-${n}`, limited)),
    );
    const changed = responses.filter(({ statusCode }) => statusCode === 200);
    expect(changed).toHaveLength(1);
    expect(await statusOfMe(cookie)).toBe(401);
    const key = attemptKey("password-change", [id]);
    expect(await site.run("select n from tries where key = $1", [key])).toEqual([{ n: 1 }]);
  });
});

describe("wrong current passwords", () => {
  beforeEach(() => site.setNow(new Date()));

  it("block only their own session, longer each time", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const otherSession = await signInAs(site.db, id);
    const tryPassword = (n: number) => change(cookie, `wrong-${n}`, "new-password", limited);
    const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => tryPassword(n)));
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(20).fill(429)]);
    for (const wait of [30, 60]) {
      const refused = await change(cookie, PASSWORD, "new-password", limited);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, `${wait}`]);
      await site.advance(wait * 1000);
      expect((await tryPassword(wait)).statusCode).toBe(400);
    }
    expect((await login(username, PASSWORD)).statusCode).toBe(200);
    expect((await change(otherSession, PASSWORD, "new-password", limited)).statusCode).toBe(200);
  });

  it("count together with wrong passwords for removing the verified address, and are all recorded", async () => {
    const { id, cookie } = await createMember(site.db);
    for (let n = 0; n < 5; n++) {
      expect((await change(cookie, `wrong-${n}`, "new-password", limited)).statusCode).toBe(400);
      const removed = await limited.inject({
        method: "POST",
        url: "/api/account/email/remove",
        headers: { cookie },
        payload: { password: `wrong-${n}` },
      });
      expect(removed.statusCode).toBe(400);
    }
    expect((await change(cookie, PASSWORD, "new-password", limited)).statusCode).toBe(429);
    const records = await site.run("select * from audit_log where subject_id = $1", [id]);
    expect(records).toHaveLength(10);
    for (const record of records) {
      expect(record).toMatchObject({
        action: "account.password-check-failed",
        actorId: id,
        details: {},
      });
    }
  });

  it("also count toward their network's limit", async () => {
    const { cookie } = await createMember(site.db);
    const refused = await change(cookie, "wrong", "new-password", limited);
    expect(refused.statusCode).toBe(400);
    const address = `10.1.${(addresses - 1) >> 8}.${(addresses - 1) & 255}`;
    const key = attemptKey(PASSWORD_CHECKS_PER_NETWORK.kind, [address]);
    expect(await site.run("select n from tries where key = $1", [key])).toEqual([{ n: 1 }]);
  });
});
