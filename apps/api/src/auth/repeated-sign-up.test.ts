import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { buildTestApp, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

const newName = () => `owner-${randomUUID().slice(0, 8)}`;

const signUp = (username: string, password = PASSWORD, app = site.app) =>
  app.inject({
    method: "POST",
    url: "/api/signup",
    payload: { username, password, membershipTier: "basic" },
  });

const actionsOf = async (username: string) =>
  (
    await site.run(
      `select action from audit_log where subject_id =
         (select id from users where username = $1) order by id`,
      [username],
    )
  ).map(({ action }) => action);

it("signs in the user who repeats a sign-up with the same password", async () => {
  const username = newName();
  expect((await signUp(username)).statusCode).toBe(201);
  const again = await signUp(username.toUpperCase());
  expect([again.statusCode, again.json().username]).toEqual([201, username]);
  const [session] = again.cookies;
  const cookie = `${session?.name}=${session?.value}`;
  const me = await site.app.inject({ url: "/api/auth/me", headers: { cookie } });
  expect(me.json().username).toBe(username);
  expect(await actionsOf(username)).toEqual(["auth.signed-up", "auth.signed-in"]);
});

it("creates one account if a sign-up is repeated while the first one is in progress", async () => {
  const username = newName();
  const responses = await Promise.all(Array.from({ length: 5 }, () => signUp(username)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201));
  const actions = await actionsOf(username);
  expect(actions.filter((action) => action === "auth.signed-up")).toHaveLength(1);
});

it("reports a taken name for another password, and records it as a failed sign-in", async () => {
  const username = newName();
  await signUp(username);
  const refused = await signUp(username, "another-password");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "USERNAME_TAKEN"]);
  expect(refused.cookies).toEqual([]);
  expect(await actionsOf(username)).toEqual(["auth.signed-up", "auth.sign-in-failed"]);
});

it("reports a taken name after 15 minutes, whatever the password, without checking it", async () => {
  const username = newName();
  await signUp(username);
  await site.advance(900_000);
  const refused = await signUp(username);
  expect([refused.statusCode, refused.json().code]).toEqual([409, "USERNAME_TAKEN"]);
  expect(await actionsOf(username)).toEqual(["auth.signed-up"]);
});

it("has the limit of a sign-in on wrong passwords", async () => {
  const app = await buildTestApp(site.db, { config: testConfig("on") });
  const username = newName();
  await signUp(username, PASSWORD, app);
  const guesses = [];
  for (let n = 0; n < 12; n++)
    guesses.push((await signUp(username, `guess-${n}-x`, app)).statusCode);
  expect(guesses).toEqual([...Array(10).fill(409), 429, 429]);
  expect((await signUp(username, PASSWORD, app)).statusCode).toBe(429);
  await app.close();
});
