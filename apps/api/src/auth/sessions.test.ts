import { randomUUID } from "node:crypto";
import { prolongSession } from "@studbook/db/queries/sessions";
import { insertUser } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import { newAddress } from "../../test/email-links.ts";
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

it("treats a call as a guest's if the page shows another user than the session's", async () => {
  const { username, cookie } = await createMember(site.db);
  for (const [named, status] of [
    [username, 200],
    ["someone.else", 401],
    ["", 401],
  ] as const) {
    const headers = { cookie, "x-studbook-user": named };
    const me = await site.app.inject({ url: "/api/auth/me", headers });
    expect(me.statusCode).toBe(status);
  }
  const headers = { cookie, "x-studbook-user": "someone.else" };
  const close = await site.app.inject({ method: "POST", url: "/trpc/account.close", headers });
  expect(close.statusCode).toBe(401);
  expect(await statusOfMe(cookie)).toBe(200);
});

describe("a sign-up", () => {
  const signUp = (username: string, password = PASSWORD) =>
    site.app.inject({
      method: "POST",
      url: "/api/signup",
      payload: { username, password, membershipTier: "premium" },
    });

  it("returns the new user without a membership and signs the user in", async () => {
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

  it("is refused for another account's verified address", async () => {
    const verifiedEmail = newAddress("taken").slice(-60);
    await createMember(site.db, { verifiedEmail });
    const response = await signUp(verifiedEmail.toUpperCase());
    expect([response.statusCode, response.json().code]).toEqual([409, "USERNAME_TAKEN"]);
  });

  it("succeeds once if 20 people concurrently sign up with one username in two cases", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const name = `Name${randomUUID().slice(0, 8)}`;
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          signUp(n % 2 ? name : name.toLowerCase(), `password-of-person-${n}`),
        ),
      );
      const statuses = responses.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([201, ...Array(19).fill(409)]);
    }
  });

  it("stores only hashes of the password and of the session's token", async () => {
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

describe("a sign-in", () => {
  it("fails with the same response for an unknown name, a wrong password and an inactive account", async () => {
    const { username } = await createMember(site.db);
    const closed = await insertUser(site.db, {
      username: "closed.account",
      password: await hashPassword(PASSWORD),
      isActive: false,
    });
    const responses = await Promise.all([
      login("unknown.username"),
      login("no such name!"),
      login(username, "wrong-password"),
      login(closed.username),
    ]);
    for (const response of responses) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        error: "Invalid username or password",
        code: "BAD_CREDENTIALS",
      });
      expect(response.cookies).toEqual([]);
    }
  });

  it("accepts a username in any case and a password in any Unicode normalization form", async () => {
    const username = "Composed.Name";
    await insertUser(site.db, { username, password: await hashPassword("caf\u00e9-caf\u00e9") });
    const response = await login("composed.NAME", "cafe\u0301-cafe\u0301");
    expect(response.statusCode).toBe(200);
    expect(response.json().username).toBe(username);
  });

  it("accepts a verified address in any case, and no unverified one", async () => {
    const address = newAddress("Sign-In");
    const { username } = await createMember(site.db, {
      email: newAddress("unverified"),
      verifiedEmail: address,
    });
    expect((await login(address.toUpperCase())).json()).toMatchObject({ username });
    expect((await login(address, "wrong")).statusCode).toBe(401);
    const unverified = newAddress("new");
    await createMember(site.db, { email: unverified });
    expect((await login(unverified)).statusCode).toBe(401);
  });

  it("prefers the username to another account's verified address, and refuses a shared address", async () => {
    const address = newAddress("both");
    await createMember(site.db, { verifiedEmail: address });
    const named = await createMember(site.db, { username: address });
    expect((await login(address)).json()).toMatchObject({ username: named.username });
    const shared = newAddress("shared");
    for (const verifiedEmail of [shared, shared.toUpperCase()]) {
      await createMember(site.db, { verifiedEmail });
    }
    expect((await login(shared)).statusCode).toBe(401);
  });

  it("starts a new session and ends the request's session", async () => {
    const { id, username } = await createMember(site.db);
    const before = await signInAs(site.db, id);
    const response = await login(username, PASSWORD, site.app, { cookie: before });
    expect(cookieOf(response)).not.toBe(before);
    expect(await statusOfMe(before)).toBe(401);
    expect(await statusOfMe(cookieOf(response))).toBe(200);
  });

  it("sets a cookie that scripts and other sites cannot use, with the __Host- prefix over TLS", async () => {
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
    const [used, unused] = [await signInAs(site.db, id), await signInAs(site.db, id)];
    await site.advance(7 * DAY_MS - 60_000);
    expect(await statusOfMe(used)).toBe(200);
    await site.advance(120_000);
    expect(await statusOfMe(unused)).toBe(401);
    expect(await statusOfMe(used)).toBe(200);
    await site.setNow(null);
  });

  it("is extended with its cookie by a change, also if it is new to the server", async () => {
    const { id } = await createMember(site.db);
    const cookie = await signInAs(site.db, id);
    await site.advance(4 * DAY_MS);
    const headers = { cookie };
    const payload = { firstName: "Ann" };
    const request = { method: "PATCH", url: "/api/account/info", headers, payload } as const;
    const response = await site.app.inject(request);
    expect(cookieOf(response)).toBe(`${cookie}; viewer=member`);
    await site.setNow(null);
  });

  it("is extended by use, but never beyond 30 days", async () => {
    const startedAt = Date.now();
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
    expect(Math.abs(expire.getTime() - startedAt - 30 * DAY_MS)).toBeLessThan(60_000);
    expect(await statusOfMe(cookie)).toBe(200);
    await site.advance(4 * DAY_MS + 120_000);
    expect(await statusOfMe(cookie)).toBe(401);
    await site.setNow(null);
  });

  it("ends with a sign-out, which has the same response for guests", async () => {
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
