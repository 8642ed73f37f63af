import { createAd } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { createMember, PASSWORD, signInAs } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const statusOfMe = async (cookie: string) =>
  (await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;
const login = (username: string, password: string) =>
  site.app.inject({ method: "POST", url: "/api/login", payload: { username, password } });

describe("closing an account", () => {
  it("ends all sessions, hides the ads and deletes nothing else", async () => {
    const { id, username, cookie } = await createMember(site.db);
    const other = await signInAs(site.db, id);
    const ad = await createAd(site.db, id);
    const url = "/api/account/close";
    const response = await site.app.inject({ method: "POST", url, headers: { cookie } });
    expect(response.json()).toEqual({ ok: true });
    expect(response.cookies[0]).toMatchObject({ name: "studbook", value: "" });
    expect(await statusOfMe(cookie)).toBe(401);
    expect(await statusOfMe(other)).toBe(401);
    expect((await login(username, PASSWORD)).statusCode).toBe(401);
    expect((await site.app.inject(`/api/ads/${ad.id}`)).statusCode).toBe(404);
    const ads = await site.db.selectFrom("ads").selectAll().where("id", "=", ad.id).execute();
    expect(ads).toHaveLength(1);
  });

  it("is refused if there is a payload", async () => {
    const { cookie } = await createMember(site.db);
    const url = "/api/account/close";
    const payload = { really: true };
    const response = await site.app.inject({ method: "POST", url, headers: { cookie }, payload });
    expect(response.statusCode).toBe(400);
    expect(await statusOfMe(cookie)).toBe(200);
  });
});
