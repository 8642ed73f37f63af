import { randomUUID } from "node:crypto";
import { createUser } from "@studbook/db/test/factories";
import { expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const ask = (username: string, app = site.app, remoteAddress = "198.51.100.1") =>
  app.inject({
    url: `/api/signup/name?username=${encodeURIComponent(username)}`,
    remoteAddress,
  });

it("says whether a new account could have the name, regardless of case", async () => {
  const { username } = await createUser(site.db, { username: `Taken-${randomUUID()}` });
  expect((await ask(username.toUpperCase())).json()).toEqual({ available: false });
  expect((await ask(` ${username} `)).json()).toEqual({ available: false });
  expect((await ask(`${username}x`)).json()).toEqual({ available: true });
});

it("counts a verified email address of an account as taken, but not an unverified one", async () => {
  const name = randomUUID();
  await createUser(site.db, {
    email: `new-${name}@example.com`,
    verifiedEmail: `Old-${name}@example.com`,
    isActive: false,
  });
  expect((await ask(`old-${name}@EXAMPLE.com`)).json()).toEqual({ available: false });
  expect((await ask(`new-${name}@example.com`)).json()).toEqual({ available: true });
});

it.each([
  ["", "Username is required"],
  ["ab", "Username must be at least 3 characters"],
  ["no spaces", "Username can contain only letters, digits and the characters . _ @ + -"],
  ["a".repeat(65), "Username must be at most 64 characters"],
])("refuses the name %j with the message of the field", async (username, message) => {
  const refused = await ask(username);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toEqual({
    error: message,
    code: "BAD_REQUEST",
    issues: [{ path: "username", message }],
  });
});

it("answers 20 concurrent requests of a network per minute and refuses the others", async () => {
  const app = await buildTestApp(site.db, { config: testConfig("on") });
  const responses = await Promise.all(Array.from({ length: 25 }, () => ask("any-name", app)));
  const refused = responses.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await ask("any-name", app, "203.0.113.1")).statusCode).toBe(200);
  await app.close();
});
