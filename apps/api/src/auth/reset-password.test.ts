import { findDeviceUserId } from "@studbook/db/queries/devices";
import { dumpRows } from "@studbook/db/test/dump-rows";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { buildTestApp, PASSWORD, RACE_ROUNDS, signInAs, testConfig } from "../../test/test-app.ts";
import { hashToken } from "./lucia.ts";
import { hashPassword } from "./passwords.ts";
import { beginSignInTry } from "./sign-in-tries.ts";

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "another-password";

const officeOf = useRunningOutbox();

let app: FastifyInstance;
let password: string;
beforeAll(async () => {
  app = await officeOf().buildApp();
  password = await hashPassword(PASSWORD);
});
afterAll(() => app.close());

const post = (url: string, payload: object, to = app) =>
  to.inject({ method: "POST", url, payload });
const ask = (account: string) => post("/api/auth/request-password-reset", { account });
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

  it("works beside a newer one, and using one ends the other", async () => {
    const { username, token } = await createLinked();
    await officeOf().test.advance(10 * MINUTE_MS);
    await ask(username);
    await officeOf().settle();
    const newer = officeOf().lastToken();
    expect(newer).not.toBe(token);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await reset(newer)).json()).toMatchObject({ code: "LINK_ENDED" });
    await officeOf().test.setNow(null);
  });

  it("works although a newer address was given, until that is verified", async () => {
    const { id, token } = await createLinked();
    const headers = { cookie: await signInAs(officeOf().db, id) };
    const payload = { email: "new@example.com" };
    await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("is in vain once another address is verified", async () => {
    const { id, token } = await createLinked();
    const headers = { cookie: await signInAs(officeOf().db, id) };
    const email = "new@example.com";
    await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload: { email } });
    const proof = await addLink(officeOf().db, { userId: id, purpose: "verify-email", email });
    const verified = await post("/api/auth/verify-email", { token: proof, password: PASSWORD });
    expect(verified.statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it.each([
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

  it("refuses a password that is easy to guess and leaves the link as it is", async () => {
    const { token, username } = await createLinked();
    const message = "This password is too easy to guess";
    for (const guessable of ["ILoveYou", username.toUpperCase()]) {
      const refused = await reset(token, guessable);
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        { error: message, code: "BAD_REQUEST", issues: [{ path: "newPassword", message }] },
      ]);
    }
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("lets a locked-out owner in again, from a device that is remembered", async () => {
    const { id, username, token } = await createLinked();
    const { db } = officeOf();
    const config = testConfig("on");
    for (let n = 0; n < 10; n++) await beginSignInTry({ db, config }, { kind: "user", id });
    const limited = await buildTestApp(db, { config });
    const signIn = () =>
      post("/api/login", { username, password: NEW_PASSWORD }, limited).then((r) => r.statusCode);
    expect(await signIn()).toBe(429);
    const { cookies } = await reset(token);
    expect(cookies).toMatchObject([{ name: "studbook-device", httpOnly: true }]);
    expect(await findDeviceUserId(db, hashToken(cookies[0]?.value ?? ""))).toBe(id);
    expect(await signIn()).toBe(200);
    await limited.close();
  });
});

it("the token is kept nowhere, and what was typed is forgotten", async () => {
  const { token, username } = await createLinked();
  const typed = "my secret passphrase";
  await ask(typed);
  await officeOf().settle();
  const dump = () => dumpRows(officeOf().test.owner);
  const isKept = (lines: string[], secret: string) => lines.some((line) => line.includes(secret));
  const kept = [...(await dump()), ...officeOf().lines];
  expect(isKept(kept, username)).toBe(true);
  expect(isKept(kept, typed)).toBe(true);
  expect(isKept(kept, token)).toBe(false);
  await officeOf().advance(130, 5);
  expect(isKept(await dump(), typed)).toBe(false);
});
