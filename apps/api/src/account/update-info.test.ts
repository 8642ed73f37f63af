import { describe, expect, it } from "vitest";
import { buildTestApp, createMember, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const patchInfo = (cookie: string, payload: object) =>
  site.app.inject({ method: "PATCH", url: "/api/account/info", headers: { cookie }, payload });

it("the email address can be changed 20 times an hour, also by concurrent calls", async () => {
  const limited = await buildTestApp(site.db, { config: testConfig("on") });
  const { id, cookie } = await createMember(site.db);
  const setEmail = (email: string | null) => {
    const payload = { email, firstName: "Dale" };
    const headers = { cookie };
    return limited.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
  };
  const responses = await Promise.all(
    Array.from({ length: 25 }, (_, n) => setEmail(`a${n}@example.com`)),
  );
  const refused = responses.filter(({ statusCode }) => statusCode === 429);
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
  it("changes the given fields and clears empty ones", async () => {
    const { cookie } = await createMember(site.db);
    const first = await patchInfo(cookie, { email: "dale@example.com", firstName: "Dale" });
    expect(first.json()).toMatchObject({ email: "dale@example.com", firstName: "Dale" });
    const second = await patchInfo(cookie, { email: "", lastName: "Hutchins" });
    expect(second.json()).toMatchObject({ email: null, firstName: "Dale", lastName: "Hutchins" });
  });

  it.each([
    [{ email: "no address" }, "email"],
    [{ username: "another" }, "username"],
    [{ firstName: "x".repeat(101) }, "firstName"],
    [{ isAdmin: true }, "isAdmin"],
  ])("refuses %o and changes nothing", async (payload, path) => {
    const { cookie } = await createMember(site.db);
    const response = await patchInfo(cookie, { lastName: "Changed", ...payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toEqual([{ path, message: expect.any(String) }]);
    const me = await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
    expect(me.json().lastName).toBeNull();
  });
});
