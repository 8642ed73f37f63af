import { updateUserInfo } from "@studbook/db/queries/users";
import { dumpRows } from "@studbook/db/test-dump";
import { recordStatements } from "@studbook/db/test-statements";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usePostOffice } from "../mail/test-post-office.ts";
import { buildTestApp, PASSWORD, RACE_ROUNDS, signInAs, testConfig } from "../testing.ts";
import { hashPassword } from "./passwords.ts";

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "another-password";

const officeOf = usePostOffice({ once: true });

let app: FastifyInstance;
let password: string;
beforeAll(async () => {
  await officeOf().startWorker();
  app = await officeOf().buildApp();
  password = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await officeOf().settle();
  officeOf().server.received.splice(0);
});
afterAll(() => app.close());

const post = (url: string, payload: object, to = app) =>
  to.inject({ method: "POST", url, payload });
const ask = (account: string, to = app) =>
  post("/api/auth/request-password-reset", { account }, to);
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  post("/api/auth/reset-password", { token, newPassword });
const login = (username: string, typed: string) =>
  post("/api/login", { username, password: typed });
const subjects = () => officeOf().server.received.map(({ headers }) => headers.subject);

async function createAccount(fields: object = {}) {
  return await officeOf().member({
    password,
    email: `${crypto.randomUUID()}@example.com`,
    ...fields,
  });
}

/** A member who has a link that sets a new password. */
async function createLinked() {
  const user = await createAccount();
  await ask(user.username);
  await officeOf().settle();
  return { ...user, token: officeOf().lastToken() };
}

describe("asking for a link", () => {
  it.each([
    ["by username", ({ username }: { username: string }) => username.toUpperCase()],
    ["by e-mail", ({ email }: { email: string | null }) => `${email}`.toUpperCase()],
  ])("sends it to the verified address: %s", async (_way, accountOf) => {
    const user = await createAccount();
    await ask(accountOf(user));
    await officeOf().settle();
    expect(officeOf().server.received).toMatchObject([{ to: [user.email] }]);
    expect(officeOf().lastToken()).toHaveLength(43);
  });

  it("sends one to each account of an address, and names it", async () => {
    const [one, two] = [await createAccount(), await createAccount()];
    await updateUserInfo(officeOf().db, two.id, { email: one.email });
    const unverified = await ask(`${one.email}`).then(() => officeOf().settle());
    expect(unverified).toBeUndefined();
    expect(subjects()).toHaveLength(1);
    const three = await createAccount({ email: one.email });
    await ask(`${one.email}`);
    await officeOf().settle();
    const bodies = officeOf()
      .server.received.slice(1)
      .map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    for (const { username } of [one, three]) {
      expect(bodies.filter((body) => body.includes(`account ${username}.`))).toHaveLength(1);
    }
  });

  it("takes the same answer and the same statements, known or unknown", async () => {
    const known = await createAccount();
    const unverified = await createAccount({ emailVerifiedAt: null });
    const inactive = await createAccount({ isActive: false });
    const noAddress = await createAccount({ email: null, emailVerifiedAt: null });
    const server = await buildTestApp(officeOf().db, {
      config: testConfig("on"),
      enqueue: officeOf().enqueue,
    });
    const seen: unknown[] = [];
    for (const account of [
      known.username,
      `${known.email}`,
      unverified.username,
      inactive.username,
      noAddress.username,
      "nobody.of.that.name",
      "nobody@example.com",
      "no such name!",
    ]) {
      const record = recordStatements();
      const { statusCode, headers, body } = await ask(account, server);
      record.stop();
      const {
        "x-request-id": _id,
        date: _date,
        "ratelimit-remaining": _left,
        "ratelimit-reset": _reset,
        ...others
      } = headers;
      seen.push({ statusCode, others, body, statements: record.statements });
    }
    await server.close();
    expect(seen[0]).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
    expect(JSON.stringify(seen[0])).toContain("pgboss");
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    await officeOf().settle();
    expect(subjects()).toHaveLength(2);
  });

  it("has a limit for an account, known or not, on all servers together", async () => {
    const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
    const servers = await Promise.all([1, 2].map(() => buildTestApp(officeOf().db, parts)));
    const { username } = await createAccount();
    for (const account of [username, "nobody.there"]) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => ask(account, servers[n % 2])),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    }
    const others = Array.from({ length: 10 }, (_, n) => ask(`someone${n}`, servers[n % 2]));
    const refused = (await Promise.all(others)).filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers["retry-after"]).toBeDefined();
    for (const server of servers) await server.close();
  });
});

describe("using the link", () => {
  it("sets the password once, ends every session, is recorded and told by mail", async () => {
    const { id, username, token } = await createLinked();
    const cookies = [await signInAs(officeOf().db, id), await signInAs(officeOf().db, id)];
    const first = await reset(token);
    expect([first.statusCode, first.json()]).toEqual([200, { ok: true }]);
    for (const cookie of cookies) {
      const me = await app.inject({ url: "/api/auth/me", headers: { cookie } });
      expect(me.statusCode).toBe(401);
    }
    expect((await login(username, PASSWORD)).statusCode).toBe(401);
    expect((await login(username, NEW_PASSWORD)).statusCode).toBe(200);
    const again = await reset(token, "third-password");
    expect([again.statusCode, again.json().code]).toEqual([400, "LINK_ENDED"]);
    await officeOf().settle();
    expect(subjects()).toEqual([
      "Reset your Studbook password",
      "Your Studbook password was changed",
    ]);
    const [record] = await officeOf().test.run(
      "select actor_id, request_id from audit_log where action = $1 and subject_id = $2",
      ["account.password-reset", id],
    );
    expect(record).toEqual({ actorId: null, requestId: first.headers["x-request-id"] });
  });

  it("of 20 uses at once one succeeds, and of three", async () => {
    for (const uses of [20, ...Array<number>(RACE_ROUNDS - 1).fill(3)]) {
      const { token, username } = await createLinked();
      const answers = await Promise.all(
        Array.from({ length: uses }, (_, n) => reset(token, `password-${n}`)),
      );
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, ...Array(uses - 1).fill(400)]);
      const winner = `password-${statuses.indexOf(200)}`;
      expect((await login(username, winner)).statusCode).toBe(200);
    }
  });

  it("works for 60 minutes and no longer", async () => {
    const [early, late] = [await createLinked(), await createLinked()];
    await officeOf().test.advance(60 * MINUTE_MS - 20_000);
    expect((await reset(early.token)).statusCode).toBe(200);
    await officeOf().test.advance(20_000);
    expect((await reset(late.token)).statusCode).toBe(400);
    await officeOf().test.setNow(null);
  });

  it("is in vain after a newer one", async () => {
    const { username, token } = await createLinked();
    await ask(username);
    await officeOf().settle();
    expect((await reset(token)).statusCode).toBe(400);
    expect((await reset(officeOf().lastToken())).statusCode).toBe(200);
  });

  it.each([
    [
      "the account has another address",
      { method: "PATCH", url: "/api/account/info", payload: { email: "new@example.com" } },
    ],
    [
      "the password was changed otherwise",
      {
        method: "PATCH",
        url: "/api/account/password",
        payload: { currentPassword: PASSWORD, newPassword: "changed-otherwise" },
      },
    ],
    ["the account is closed", { method: "POST", url: "/api/account/close" }],
  ] as const)("is in vain once %s", async (_case, request) => {
    const { id, token } = await createLinked();
    const cookie = await signInAs(officeOf().db, id);
    const changed = await app.inject({ ...request, headers: { cookie } });
    expect(changed.statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("refuses a password that is too short and leaves the link as it is", async () => {
    const { token } = await createLinked();
    expect((await reset(token, "12345")).json()).toMatchObject({
      error: "New password must be at least 6 characters",
    });
    expect((await reset(token)).statusCode).toBe(200);
  });
});

it("the token is kept nowhere, and what was typed is forgotten", async () => {
  const { token, username } = await createLinked();
  const typed = "my secret passphrase";
  await ask(typed);
  await officeOf().settle();
  const dump = () => dumpRows(officeOf().db);
  const isKept = (lines: string[], secret: string) => lines.some((line) => line.includes(secret));
  const kept = [...(await dump()), ...officeOf().lines];
  expect(isKept(kept, username)).toBe(true);
  expect(isKept(kept, typed)).toBe(true);
  expect(isKept(kept, token)).toBe(false);
  await officeOf().pass(130, 5);
  expect(isKept(await dump(), typed)).toBe(false);
});
