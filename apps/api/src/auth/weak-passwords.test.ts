import { insertUser } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import { createMember, PASSWORD } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { hashPassword } from "./passwords.ts";

const MESSAGE = "This password is too easy to guess";

const site = useTestApp();

const post = (url: string, payload: object) => site.app.inject({ method: "POST", url, payload });

describe.each(["PASSWORD1", "easy.guesser"])("the weak password %s", (weak) => {
  it("is refused at a sign-up, which creates no account", async () => {
    const payload = { username: "Easy.Guesser", password: weak, membershipTier: "basic" };
    const issues = [{ path: "password", message: MESSAGE }];
    const rest = await post("/api/signup", payload);
    expect(rest.statusCode).toBe(400);
    expect(rest.json()).toEqual({ error: MESSAGE, code: "BAD_REQUEST", issues });
    expect(rest.cookies).toEqual([]);
    const { error } = (await post("/trpc/auth.signup", payload)).json();
    expect(error).toMatchObject({ message: MESSAGE, data: { code: "BAD_REQUEST", issues } });
    const users = site.db.selectFrom("users").where("username", "=", payload.username);
    expect(await users.select("id").execute()).toEqual([]);
  });

  it("is refused when it is checked before a sign-up", async () => {
    const issues = [{ path: "password", message: MESSAGE }];
    const check = { username: "Easy.Guesser", password: weak };
    const rest = await post("/api/signup/password", check);
    expect(rest.statusCode).toBe(400);
    expect(rest.json()).toEqual({ error: MESSAGE, code: "BAD_REQUEST", issues });
    const allowed = await post("/api/signup/password", { ...check, password: PASSWORD });
    expect([allowed.statusCode, allowed.json()]).toEqual([200, { ok: true }]);
  });

  it("is refused at a password change, and the old password stays", async () => {
    const username = weak === "PASSWORD1" ? "anyone" : "Easy.Guesser";
    const { cookie } = await createMember(site.db, { username });
    const headers = { cookie };
    const payload = { currentPassword: PASSWORD, newPassword: weak };
    const issues = [{ path: "newPassword", message: MESSAGE }];
    const url = "/api/account/password";
    const rest = await site.app.inject({ method: "PATCH", url, headers, payload });
    expect(rest.statusCode).toBe(400);
    expect(rest.json()).toEqual({ error: MESSAGE, code: "BAD_REQUEST", issues });
    const trpc = { method: "POST", url: "/trpc/account.changePassword", headers, payload } as const;
    expect((await site.app.inject(trpc)).json().error.data).toMatchObject({ issues });
    expect((await post("/api/login", { username, password: PASSWORD })).statusCode).toBe(200);
  });
});

it("accounts that already have a weak password can sign in", async () => {
  const password = await hashPassword("123456");
  await insertUser(site.db, { username: "early.member", password });
  const { statusCode } = await post("/api/login", { username: "early.member", password: "123456" });
  expect(statusCode).toBe(200);
});
