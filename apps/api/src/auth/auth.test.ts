import { randomUUID } from "node:crypto";
import { prolongSession } from "@studbook/db/queries/sessions";
import { insertUser } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import {
  buildTestApp,
  createMember,
  PASSWORD,
  RACE_ROUNDS,
  signInAs,
} from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { readConfig } from "../config.ts";
import { IDLE_SECONDS } from "./lucia.ts";
import { hashPassword } from "./passwords.ts";

const DAY_MS = 86_400_000;

const site = useTestApp();

const login = (username: string, password = PASSWORD, to = site.app, headers = {}) =>
  to.inject({ method: "POST", url: "/api/login", headers, payload: { username, password } });
const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
const statusOfMe = async (cookie: string, from = site.app) =>
  (await from.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;

it("takes a call for a guest's that a page makes for somebody else than its cookie", async () => {
  const { username, cookie } = await createMember(site.db);
  for (const [named, status] of [
    [username, 200],
    ["somebody.else", 401],
    ["", 401],
  ] as const) {
    const headers = { cookie, "x-studbook-user": named };
    const me = await site.app.inject({ url: "/api/auth/me", headers });
    expect(me.statusCode).toBe(status);
  }
  const headers = { cookie, "x-studbook-user": "somebody.else" };
  const close = await site.app.inject({ method: "POST", url: "/trpc/account.close", headers });
  expect(close.statusCode).toBe(401);
  expect(await statusOfMe(cookie)).toBe(200);
});

describe("signing up", () => {
  const signUp = (username: string) =>
    site.app.inject({
      method: "POST",
      url: "/api/signup",
      payload: { username, password: PASSWORD, membershipTier: "premium" },
    });

  it("answers the new user, signed in and without a membership", async () => {
    const response = await signUp("dale.hutchins");
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      username: "dale.hutchins",
      email: null,
      firstName: null,
      lastName: null,
      isAdmin: false,
      membershipTier: null,
      membershipExpiresAt: null,
      adCount: 0,
    });
    expect(await statusOfMe(cookieOf(response))).toBe(200);
  });

  it("gives a name in two cases to one of 20 parallel sign-ups", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const name = `Name${randomUUID().slice(0, 8)}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => signUp(n % 2 ? name : name.toLowerCase())),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([201, ...Array(19).fill(409)]);
    }
  });

  it("stores no password, and a session only under the hash of its cookie", async () => {
    const response = await signUp("plain.reader");
    const token = response.cookies[0]?.value ?? "";
    const stored = JSON.stringify([
      await site.db.selectFrom("users").selectAll().execute(),
      await site.db.selectFrom("sessions").selectAll().execute(),
    ]);
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain("$argon2id$");
  });
});

describe("signing in", () => {
  it("answers alike to an unknown name, a wrong password and an inactive account", async () => {
    const { username } = await createMember(site.db);
    const closed = await insertUser(site.db, {
      username: "closed.account",
      password: await hashPassword(PASSWORD),
      isActive: false,
    });
    const answers = await Promise.all([
      login("nobody.of.that.name"),
      login("no such name!"),
      login(username, "wrong-password"),
      login(closed.username),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        error: "Invalid username or password",
        code: "BAD_CREDENTIALS",
      });
      expect(answer.cookies).toEqual([]);
    }
  });

  it("takes a name in any case and a password in any composition", async () => {
    const username = "Composed.Name";
    await insertUser(site.db, { username, password: await hashPassword("caf\u00e9-caf\u00e9") });
    const response = await login("composed.NAME", "cafe\u0301-cafe\u0301");
    expect(response.statusCode).toBe(200);
    expect(response.json().username).toBe(username);
  });

  it("begins a new session and ends the one the request came with", async () => {
    const { id, username } = await createMember(site.db);
    const before = await signInAs(site.db, id);
    const response = await login(username, PASSWORD, site.app, { cookie: before });
    expect(cookieOf(response)).not.toBe(before);
    expect(await statusOfMe(before)).toBe(401);
    expect(await statusOfMe(cookieOf(response))).toBe(200);
  });

  it("sets a cookie that scripts and other sites cannot use", async () => {
    const { username } = await createMember(site.db);
    const [plain] = (await login(username)).cookies;
    expect(plain).toMatchObject({ name: "studbook", httpOnly: true, sameSite: "Lax", path: "/" });
    expect(plain?.secure).toBeUndefined();
    const config = readConfig({
      DATABASE_URL: "postgres://unused/unused",
      PUBLIC_URL: "https://studbook.test",
      SUPPORT_EMAIL: "help@studbook.test",
      STRIPE_SECRET_KEY: "sk_live_51NeverCalled",
      STRIPE_PUBLISHABLE_KEY: "pk_live_51NeverCalled",
    });
    const secure = await buildTestApp(site.db, { config });
    const [bound] = (await login(username, PASSWORD, secure)).cookies;
    expect(bound).toMatchObject({
      name: "__Host-studbook",
      httpOnly: true,
      secure: true,
      path: "/",
    });
    expect(bound).not.toHaveProperty("domain");
    await secure.close();
  });
});

describe("a session", () => {
  it("ends after seven days without a request", async () => {
    const { id } = await createMember(site.db);
    const cookie = await signInAs(site.db, id);
    await site.advance(7 * DAY_MS - 60_000);
    expect(await statusOfMe(cookie)).toBe(200);
    await site.advance(120_000);
    expect(await statusOfMe(cookie)).toBe(401);
    await site.setNow(null);
  });

  it("is prolonged by use, but never past 30 days", async () => {
    const begun = Date.now();
    const { id, cookie } = await createMember(site.db);
    const [session] = await site.run("select sid from sessions where sess ->> 'userId' = $1", [id]);
    const sid = String(session?.sid);
    await site.advance(26 * DAY_MS);
    await prolongSession(site.db, sid, IDLE_SECONDS);
    const { expire } = await site.db
      .selectFrom("sessions")
      .select("expire")
      .where("sid", "=", sid)
      .executeTakeFirstOrThrow();
    expect(Math.abs(expire.getTime() - begun - 30 * DAY_MS)).toBeLessThan(60_000);
    expect(await statusOfMe(cookie)).toBe(200);
    await site.advance(4 * DAY_MS + 120_000);
    expect(await statusOfMe(cookie)).toBe(401);
    await site.setNow(null);
  });

  it("ends with sign-out, which answers alike to a guest", async () => {
    const { id } = await createMember(site.db);
    const cookie = await signInAs(site.db, id);
    const logout = (headers: object) =>
      site.app.inject({ method: "POST", url: "/api/logout", headers: { ...headers } });
    const response = await logout({ cookie });
    expect(response.json()).toEqual({ ok: true });
    expect(await statusOfMe(cookie)).toBe(401);
    expect((await logout({})).json()).toEqual({ ok: true });
  });
});
