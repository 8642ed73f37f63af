import { createAd } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { buildTestApp, createMember, PASSWORD, signInAs, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const patch = (path: string, cookie: string, payload: object) =>
  site.app.inject({ method: "PATCH", url: `/api/account/${path}`, headers: { cookie }, payload });
const statusOfMe = async (cookie: string) =>
  (await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode;
const login = (username: string, password: string) =>
  site.app.inject({ method: "POST", url: "/api/login", payload: { username, password } });

it("the e-mail address can be changed 20 times an hour, which 25 changes at once keep to", async () => {
  const limited = await buildTestApp(site.db, { config: testConfig("on") });
  const { id, cookie } = await createMember(site.db);
  const setEmail = (email: string | null) => {
    const payload = { email, firstName: "Dale" };
    const headers = { cookie };
    return limited.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
  };
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => setEmail(`a${n}@example.com`)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await setEmail(null)).statusCode).toBe(429);
  const records = await site.run(
    "select from audit_log where action = 'account.email-changed' and actor_id = $1",
    [id],
  );
  expect(records).toHaveLength(20);
  const [user] = await site.run("select email from users where id = $1", [id]);
  expect((await setEmail(String(user?.email))).statusCode).toBe(200);
  await limited.close();
});

describe("account information", () => {
  it("changes what is given and clears what is empty", async () => {
    const { cookie } = await createMember(site.db);
    const first = await patch("info", cookie, { email: "dale@example.com", firstName: "Dale" });
    expect(first.json()).toMatchObject({ email: "dale@example.com", firstName: "Dale" });
    const second = await patch("info", cookie, { email: "", lastName: "Hutchins" });
    expect(second.json()).toMatchObject({ email: null, firstName: "Dale", lastName: "Hutchins" });
  });

  it.each([
    [{ email: "no address" }, "email"],
    [{ username: "another" }, "username"],
    [{ firstName: "x".repeat(101) }, "firstName"],
    [{ isAdmin: true }, "isAdmin"],
  ])("refuses %o and changes nothing", async (payload, path) => {
    const { cookie } = await createMember(site.db);
    const response = await patch("info", cookie, { lastName: "Kept", ...payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toEqual([{ path, message: expect.any(String) }]);
    const me = await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(me.json().lastName).toBeNull();
  });
});

describe("closing the account", () => {
  it("ends every session, hides the ads and keeps everything else", async () => {
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
    const kept = await site.db.selectFrom("ads").selectAll().where("id", "=", ad.id).execute();
    expect(kept).toHaveLength(1);
  });

  it("takes no payload, and closes nothing when there is one", async () => {
    const { cookie } = await createMember(site.db);
    const url = "/api/account/close";
    const payload = { really: true };
    const response = await site.app.inject({ method: "POST", url, headers: { cookie }, payload });
    expect(response.statusCode).toBe(400);
    expect(await statusOfMe(cookie)).toBe(200);
  });
});
