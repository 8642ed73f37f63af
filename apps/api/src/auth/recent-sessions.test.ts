import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { describe, expect, it } from "vitest";
import { createMember, PASSWORD } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { hashToken } from "./lucia.ts";
import { recentSessions } from "./recent-sessions.ts";

const site = useTestApp();

const userOf = (token: string) => recentSessions.find(hashToken(token));

describe("a session", () => {
  it("is remembered after the sign-in", async () => {
    const { id, username } = await createMember(site.db);
    const payload = { username, password: PASSWORD };
    const { cookies } = await site.app.inject({ method: "POST", url: "/api/login", payload });
    const token = cookies.find(({ name }) => name === "studbook")?.value ?? "";
    expect(userOf(token)).toBe(id);
  });

  it("is remembered from its first request until it ends", async () => {
    const { id, cookie } = await createMember(site.db);
    const token = cookie.slice("studbook=".length);
    expect(userOf(token)).toBeUndefined();
    await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(userOf(token)).toBe(id);
    await site.app.inject({ method: "POST", url: "/api/logout", headers: { cookie } });
    expect(userOf(token)).toBeUndefined();
  });

  it("is forgotten when a request shows that it has ended on another server", async () => {
    const { id, cookie } = await createMember(site.db);
    const token = cookie.slice("studbook=".length);
    recentSessions.remember(hashToken(token), id);
    await deleteUserSessions(site.db, id);
    await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(userOf(token)).toBeUndefined();
  });
});
