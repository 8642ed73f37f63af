import { findDeviceUserId } from "@studbook/db/queries/devices";
import { dumpRows } from "@studbook/db/test/dump-rows";
import { beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { buildTestApp, PASSWORD, RACE_ROUNDS, signInAs, testConfig } from "../../test/test-app.ts";
import { hashToken } from "./lucia.ts";
import { hashPassword } from "./passwords.ts";
import { startPasswordAttempt } from "./sign-in-attempts.ts";

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "another-password";

const getOutbox = useRunningOutbox();

let password: string;
beforeAll(async () => {
  password = await hashPassword(PASSWORD);
});

const post = (url: string, payload: object, to = getOutbox().app) =>
  to.inject({ method: "POST", url, payload });
const requestLink = (account: string) => post("/api/auth/request-password-reset", { account });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  post("/api/auth/reset-password", { token, newPassword });
const login = (username: string, typed: string) =>
  post("/api/login", { username, password: typed });
const subjects = () => getOutbox().server.received.map(({ headers }) => headers.subject);

async function createAccount(fields: object = {}) {
  return await getOutbox().member({
    password,
    email: `${crypto.randomUUID()}@example.com`,
    ...fields,
  });
}

/** Creates a member who has received a password reset link. */
async function createMemberWithLink() {
  const user = await createAccount();
  await requestLink(user.username);
  await getOutbox().settle();
  return { ...user, token: getOutbox().lastToken() };
}

describe("a password reset link", () => {
  it("sets the password once, ends all sessions, is recorded, and causes a notice by email", async () => {
    const { id, username, token } = await createMemberWithLink();
    const cookies = [await signInAs(getOutbox().db, id), await signInAs(getOutbox().db, id)];
    const first = await reset(token);
    expect([first.statusCode, first.json()]).toEqual([200, { ok: true }]);
    for (const cookie of cookies) {
      const me = await getOutbox().app.inject({ url: "/api/auth/me", headers: { cookie } });
      expect(me.statusCode).toBe(401);
    }
    expect((await login(username, PASSWORD)).statusCode).toBe(401);
    expect((await login(username, NEW_PASSWORD)).statusCode).toBe(200);
    const again = await reset(token, "third-password");
    expect([again.statusCode, again.json().code]).toEqual([400, "LINK_ENDED"]);
    await getOutbox().settle();
    expect(subjects()).toEqual([
      "Reset your Studbook password",
      "Your Studbook password was changed",
    ]);
    const [record] = await getOutbox().test.run(
      "select actor_id, request_id from audit_log where action = $1 and subject_id = $2",
      ["account.password-reset", id],
    );
    expect(record).toEqual({ actorId: null, requestId: first.headers["x-request-id"] });
  });

  it("works once for 20 or three concurrent uses", async () => {
    for (const uses of [20, ...Array<number>(RACE_ROUNDS - 1).fill(3)]) {
      const { token, username } = await createMemberWithLink();
      const responses = await Promise.all(
        Array.from({ length: uses }, (_, n) => reset(token, `password-${n}`)),
      );
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, ...Array(uses - 1).fill(400)]);
      const winner = `password-${statuses.indexOf(200)}`;
      expect((await login(username, winner)).statusCode).toBe(200);
    }
  });

  it("works for 60 minutes and no longer", async () => {
    const early = await createMemberWithLink();
    const late = await createMemberWithLink();
    await getOutbox().test.advance(60 * MINUTE_MS - 20_000);
    expect((await reset(early.token)).statusCode).toBe(200);
    await getOutbox().test.advance(20_000);
    expect((await reset(late.token)).statusCode).toBe(400);
    await getOutbox().test.setNow(null);
  });

  it("works if there is a newer one, and revokes that one", async () => {
    const { username, token } = await createMemberWithLink();
    await getOutbox().test.advance(10 * MINUTE_MS);
    await requestLink(username);
    await getOutbox().settle();
    const newer = getOutbox().lastToken();
    expect(newer).not.toBe(token);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await reset(newer)).json()).toMatchObject({ code: "LINK_ENDED" });
    await getOutbox().test.setNow(null);
  });

  it("works if the account has a newer, unverified address", async () => {
    const { id, token } = await createMemberWithLink();
    const headers = { cookie: await signInAs(getOutbox().db, id) };
    const payload = { email: "new@example.com" };
    await getOutbox().app.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("stops working when another address is verified", async () => {
    const { id, token } = await createMemberWithLink();
    const headers = { cookie: await signInAs(getOutbox().db, id) };
    const email = "new@example.com";
    await getOutbox().app.inject({
      method: "PATCH",
      url: "/api/account/info",
      headers,
      payload: { email },
    });
    const proof = await addLink(getOutbox().db, { userId: id, purpose: "verify-email", email });
    const verified = await post("/api/auth/verify-email", { token: proof, password: PASSWORD });
    expect(verified.statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it.each([
    [
      "the password is changed",
      {
        method: "PATCH",
        url: "/api/account/password",
        payload: { currentPassword: PASSWORD, newPassword: "changed-password" },
      },
    ],
    ["the account is closed", { method: "POST", url: "/api/account/close" }],
  ] as const)("stops working when %s", async (_case, request) => {
    const { id, token } = await createMemberWithLink();
    const cookie = await signInAs(getOutbox().db, id);
    const changed = await getOutbox().app.inject({ ...request, headers: { cookie } });
    expect(changed.statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("stays valid if the new password is too short", async () => {
    const { token } = await createMemberWithLink();
    expect((await reset(token, "12345")).json()).toMatchObject({
      error: "New password must be at least 6 characters",
    });
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("stays valid if the new password is weak", async () => {
    const { token, username } = await createMemberWithLink();
    const message = "This password is too easy to guess";
    for (const weak of ["ILoveYou", username.toUpperCase()]) {
      const refused = await reset(token, weak);
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        { error: message, code: "BAD_REQUEST", issues: [{ path: "newPassword", message }] },
      ]);
    }
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("unblocks the account's sign-ins and remembers the device", async () => {
    const { id, username, token } = await createMemberWithLink();
    const { db } = getOutbox();
    const config = testConfig("on");
    for (let n = 0; n < 10; n++) await startPasswordAttempt({ db, config }, { kind: "user", id });
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

it("the token is not stored, and the typed text is deleted after a while", async () => {
  const { token, username } = await createMemberWithLink();
  const typed = "my secret passphrase";
  await requestLink(typed);
  await getOutbox().settle();
  const dump = () => dumpRows(getOutbox().test.owner);
  const isIn = (lines: string[], secret: string) => lines.some((line) => line.includes(secret));
  const rowsAndLogs = [...(await dump()), ...getOutbox().lines];
  expect(isIn(rowsAndLogs, username)).toBe(true);
  expect(isIn(rowsAndLogs, typed)).toBe(true);
  expect(isIn(rowsAndLogs, token)).toBe(false);
  await getOutbox().advance(130, 5);
  expect(isIn(await dump(), typed)).toBe(false);
});
