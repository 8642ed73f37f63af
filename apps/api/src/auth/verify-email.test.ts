import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import {
  buildTestApp,
  createMember,
  PASSWORD,
  RACE_ROUNDS,
  testConfig,
} from "../../test/test-app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * 60_000;

const officeOf = useRunningOutbox();

let app: FastifyInstance;
beforeAll(async () => {
  app = await officeOf().buildApp();
});
afterAll(() => app.close());

type Member = { cookie: string };

const setEmail = ({ cookie }: Member, email: string | null, to = app) =>
  to.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
  });
const verify = (token: string, password: unknown = PASSWORD, to = app) =>
  to.inject({ method: "POST", url: "/api/auth/verify-email", payload: { token, password } });
const askAgain = ({ cookie }: Member, to = app) =>
  to.inject({ method: "POST", url: "/api/account/email/verification", headers: { cookie } });
const mailsTo = (address: string) =>
  officeOf().server.received.filter(({ to }) => to.includes(address));
const statusOf = async ({ cookie }: Member) =>
  (await app.inject({ url: "/api/account/email", headers: { cookie } })).json();

/** A member with a verified address. */
async function createVerified() {
  const email = `${crypto.randomUUID()}@example.com`;
  const member = await createMember(officeOf().db, { email, verifiedEmail: email });
  return { ...member, email };
}

/** A member who was sent a link for a new address. */
async function createLinked(email = "dale@example.com") {
  const member = await createMember(officeOf().db);
  await setEmail(member, email);
  await officeOf().settle();
  return { ...member, token: officeOf().lastToken() };
}

describe("a new address", () => {
  it("is sent a link, which verifies it once", async () => {
    const member = await createLinked();
    expect(officeOf().server.received).toMatchObject([
      { to: ["dale@example.com"], headers: { subject: "Please verify your email address" } },
    ]);
    const email = "dale@example.com";
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail: null });
    expect((await verify(member.token)).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toEqual({ email, isVerified: true, verifiedEmail: email });
    expect((await verify(member.token)).json()).toMatchObject({ code: "LINK_ENDED" });
    const [record] = await officeOf().test.run(
      "select count(*)::integer as n from audit_log where action = $1 and subject_id = $2",
      ["account.email-verified", member.id],
    );
    expect(record).toEqual({ n: 1 });
  });

  it("is told no username", async () => {
    const { username } = await createLinked("stranger@example.com");
    const [mail] = mailsTo("stranger@example.com");
    expect(mail?.body).toContain("/verify-email?token=");
    expect(JSON.stringify(mail)).not.toContain(username);
  });

  it("is not verified by the link to the one before", async () => {
    const member = await createLinked();
    await setEmail(member, "other@example.com");
    expect((await verify(member.token)).statusCode).toBe(400);
    expect(await statusOf(member)).toMatchObject({ email: "other@example.com", isVerified: false });
    await setEmail(member, "dale@example.com");
    expect((await verify(member.token)).statusCode).toBe(400);
    await officeOf().settle();
    expect((await verify(officeOf().lastToken())).statusCode).toBe(200);
  });

  it.each([["another"], [null], [""]])("leaves the verified one as it is: %j", async (next) => {
    const member = await createVerified();
    const email = next ? `${next}@example.com` : null;
    expect((await setEmail(member, next && `${next}@example.com`)).json()).toMatchObject({ email });
    const verifiedEmail = member.email;
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail });
    await setEmail(member, member.email.toUpperCase());
    expect(await statusOf(member)).toMatchObject({ isVerified: true, verifiedEmail });
  });

  it("that is the old one stays verified, and nothing is sent", async () => {
    const member = await createLinked();
    await verify(member.token);
    await setEmail(member, "dale@example.com");
    await askAgain(member);
    await officeOf().settle();
    expect(await statusOf(member)).toMatchObject({ isVerified: true });
    expect(officeOf().server.received).toHaveLength(1);
  });
});

describe("the link", () => {
  it("works for 24 hours and no longer", async () => {
    const [early, late] = [await createLinked(), await createLinked()];
    await officeOf().test.advance(24 * HOUR_MS - 30_000);
    expect((await verify(early.token)).statusCode).toBe(200);
    await officeOf().test.advance(30_000);
    expect((await verify(late.token)).statusCode).toBe(400);
    await officeOf().test.setNow(null);
  });

  it("goes on working when another one is asked for, until one is used", async () => {
    const member = await createLinked();
    expect((await askAgain(member)).statusCode).toBe(200);
    await officeOf().settle();
    const newer = officeOf().lastToken();
    expect(newer).not.toBe(member.token);
    expect((await verify(member.token)).statusCode).toBe(200);
    expect((await verify(newer)).statusCode).toBe(400);
  });

  it("needs an address", async () => {
    const response = await askAgain(await createMember(officeOf().db));
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      "Please add an email address first.",
    ]);
  });
});

describe("the password", () => {
  it.each([
    ["is missing", undefined, "Password is required"],
    ["is null", null, "Password is required"],
    ["is empty", "", "Password is required"],
    ["is wrong", "wrong-password", "The password is incorrect."],
  ])("refuses and leaves the link as it is when it %s", async (_case, password, message) => {
    const member = await createLinked();
    const payload = { token: member.token, ...(password !== undefined && { password }) };
    const refused = await app.inject({ method: "POST", url: "/api/auth/verify-email", payload });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: "BAD_REQUEST", issues: [{ path: "password", message }] }),
    ]);
    expect(await statusOf(member)).toMatchObject({ isVerified: false });
    expect((await verify(member.token)).statusCode).toBe(200);
  });

  it("is the account's, whoever is signed in", async () => {
    const { token } = await createLinked();
    const { cookie } = await createMember(officeOf().db);
    const payload = { token, password: PASSWORD };
    const url = "/api/auth/verify-email";
    const answer = await app.inject({ method: "POST", url, headers: { cookie }, payload });
    expect(answer.statusCode).toBe(200);
  });

  it("can be guessed 10 times, of 12 at once on two servers, and then not even typed right", async () => {
    const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
    const servers = await Promise.all([1, 2].map(() => buildTestApp(officeOf().db, parts)));
    const member = await createLinked();
    const guesses = Array.from({ length: 12 }, (_, n) =>
      verify(member.token, `guess-${n}`, servers[n % 2]),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(2).fill(429)]);
    const locked = await verify(member.token, PASSWORD, servers[0]);
    expect([locked.statusCode, locked.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    await officeOf().test.advance(15 * MINUTE_MS);
    expect((await verify(member.token, PASSWORD, servers[0])).statusCode).toBe(200);
    await officeOf().test.setNow(null);
    for (const server of servers) await server.close();
  });
});

it("a borrowed session cannot redirect the resets of an account", async () => {
  const member = await createVerified();
  await setEmail(member, "thief@example.com");
  await officeOf().settle();
  expect((await verify(officeOf().lastToken(), "guess")).statusCode).toBe(400);
  for (const account of [member.username, member.email, "thief@example.com"]) {
    const url = "/api/auth/request-password-reset";
    await app.inject({ method: "POST", url, payload: { account } });
  }
  await officeOf().settle();
  const reset = "Reset your Studbook password";
  expect(mailsTo(member.email).map(({ headers }) => headers.subject)).toEqual([reset]);
  expect(mailsTo("thief@example.com")).toHaveLength(1);
});

it("the address before it is told, and nobody when it is the same in another case", async () => {
  const member = await createVerified();
  const other = member.email.replace(/^./, "x");
  for (const next of [member.email.toUpperCase(), other, other.toUpperCase()]) {
    await setEmail(member, next);
    await officeOf().settle();
    const { isVerified } = await statusOf(member);
    if (!isVerified) expect((await verify(officeOf().lastToken())).statusCode).toBe(200);
  }
  await officeOf().settle();
  expect(mailsTo(member.email).map(({ headers }) => headers.subject)).toEqual([
    "Your Studbook email address was changed",
  ]);
  expect(mailsTo(member.email)[0]?.body).toContain(`your account ${member.username} `);
  expect(await statusOf(member)).toMatchObject({ isVerified: true, verifiedEmail: other });
});

it("beside a change of the address, never verifies what was not proved", async () => {
  const { db } = officeOf();
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const member = await createVerified();
    await setEmail(member, "proved@example.com");
    const link = {
      userId: member.id,
      purpose: "verify-email",
      email: "proved@example.com",
    } as const;
    const token = await addLink(db, link);
    const [verified] = await Promise.all([verify(token), setEmail(member, "other@example.com")]);
    expect(await statusOf(member)).toEqual({
      email: "other@example.com",
      isVerified: false,
      verifiedEmail: verified.statusCode === 200 ? "proved@example.com" : member.email,
    });
  }
});
