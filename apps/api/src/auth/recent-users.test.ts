import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { describe, expect, it } from "vitest";
import { createMember, PASSWORD } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { hashToken } from "./lucia.ts";
import { recentUsers } from "./recent-users.ts";

const site = useTestApp();

const userOf = (token: string) => recentUsers.find(hashToken(token));

describe("a session", () => {
  it("is known from the sign-in on", async () => {
    const { id, username } = await createMember(site.db);
    const payload = { username, password: PASSWORD };
    const { cookies } = await site.app.inject({ method: "POST", url: "/api/login", payload });
    const token = cookies.find(({ name }) => name === "studbook")?.value ?? "";
    expect(userOf(token)).toBe(id);
  });

  it("is known once it was found, until it ends", async () => {
    const { id, cookie } = await createMember(site.db);
    const token = cookie.slice("studbook=".length);
    const ask = () => site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(userOf(token)).toBeUndefined();
    await ask();
    expect(userOf(token)).toBe(id);
    await site.app.inject({ method: "POST", url: "/api/logout", headers: { cookie } });
    expect(userOf(token)).toBeUndefined();
  });

  it("is forgotten once it is found to have ended elsewhere", async () => {
    const { id, cookie } = await createMember(site.db);
    const token = cookie.slice("studbook=".length);
    recentUsers.remember(hashToken(token), id);
    await deleteUserSessions(site.db, id);
    await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(userOf(token)).toBeUndefined();
  });
});
