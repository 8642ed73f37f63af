import { setUserAdmin } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import {
  buildTestApp,
  createAdmin,
  createMember,
  PASSWORD,
  testConfig,
} from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { IDLE_SECONDS } from "./lucia.ts";

const site = useTestApp();

/** Returns the hint that a response sets, with its attributes. */
const hintIn = (response: { cookies: { name: string }[] }) =>
  response.cookies.find(({ name }) => name === "viewer");

const login = (username: string, from = site.app) =>
  from.inject({ method: "POST", url: "/api/login", payload: { username, password: PASSWORD } });
const me = (cookie: string) => site.app.inject({ url: "/trpc/auth.me", headers: { cookie } });

describe("the hint of who is signed in", () => {
  it("is set with the session, for as long, readable by scripts, and cleared with it", async () => {
    const { username } = await createMember(site.db);
    const response = await login(username);
    const hint = hintIn(response);
    expect(hint).toEqual({
      name: "viewer",
      value: "member",
      maxAge: IDLE_SECONDS,
      path: "/",
      sameSite: "Lax",
    });
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const left = await site.app.inject({ method: "POST", url: "/api/logout", headers: { cookie } });
    expect(hintIn(left)).toMatchObject({ value: "", path: "/" });
  });

  it("is Secure over https", async () => {
    const { username } = await createMember(site.db);
    const config = { ...testConfig(), publicUrl: "https://studbook.test" };
    const secure = await buildTestApp(site.db, { config });
    expect(hintIn(await login(username, secure))).toMatchObject({ secure: true });
    await secure.close();
  });

  it.each([
    ["is missing", ""],
    ["is of an admin", "; viewer=admin"],
    ["is unknown", "; viewer=x"],
  ])("is corrected for a member if it %s", async (_how, hint) => {
    const { cookie } = await createMember(site.db);
    expect(hintIn(await me(cookie + hint))).toMatchObject({ value: "member" });
  });

  it("follows an admin's role", async () => {
    const { id, cookie } = await createAdmin(site.db);
    expect(hintIn(await me(cookie))).toMatchObject({ value: "admin" });
    await site.db.transaction().execute((tx) => setUserAdmin(tx, id, false));
    expect(hintIn(await me(`${cookie}; viewer=admin`))).toMatchObject({ value: "member" });
  });

  it("is cleared without a session", async () => {
    expect(hintIn(await me("viewer=member"))).toMatchObject({ value: "" });
  });

  it("says for an hour that the session of a cookie has ended, so that pages do not set it again", async () => {
    const ended = { value: "guest", maxAge: 3600 };
    expect(hintIn(await me("studbook=expired; viewer=admin"))).toMatchObject(ended);
    expect(hintIn(await me("studbook=expired"))).toMatchObject(ended);
    expect((await me("studbook=expired; viewer=guest")).cookies).toEqual([]);
  });

  it("is not set again if it is right", async () => {
    const { cookie } = await createMember(site.db);
    expect((await me(`${cookie}; viewer=member`)).cookies).toEqual([]);
    expect((await me("theme=dark")).cookies).toEqual([]);
  });
});

it("auth.me brings the database's clock over tRPC, and not over REST", async () => {
  const { cookie } = await createMember(site.db);
  const now = new Date("2031-02-03T04:05:06Z");
  const app = await buildTestApp(site.db, { clock: () => now });
  const headers = { cookie };
  const { result } = (await app.inject({ url: "/trpc/auth.me", headers })).json();
  const { now: told, ...user } = result.data;
  expect(told).toBe(now.toISOString());
  expect((await app.inject({ url: "/api/auth/me", headers })).json()).toEqual(user);
  await app.close();
});
