import { describe, expect, it } from "vitest";
import { addLink, createVerifiedMember, newAddress } from "../../test/email-links.ts";
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

const getOutbox = useRunningOutbox();

type Member = { cookie: string };

const setEmail = ({ cookie }: Member, email: string | null, to = getOutbox().app) =>
  to.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
  });
const verify = (token: string, password: unknown = PASSWORD, to = getOutbox().app) =>
  to.inject({ method: "POST", url: "/api/auth/verify-email", payload: { token, password } });
const requestLink = ({ cookie }: Member, to = getOutbox().app) =>
  to.inject({ method: "POST", url: "/api/account/email/verification", headers: { cookie } });
const emailsTo = (address: string) => getOutbox().emailsTo(address);
const statusOf = async ({ cookie }: Member) =>
  (await getOutbox().app.inject({ url: "/api/account/email", headers: { cookie } })).json();

const createVerified = () => createVerifiedMember(getOutbox().db);

/** Creates a member who has received a link for a new address. */
async function createMemberWithLink(email = "dale@example.com") {
  const member = await createMember(getOutbox().db);
  await setEmail(member, email);
  await getOutbox().settle();
  return { ...member, token: getOutbox().lastToken() };
}

describe("the address given at a sign-up", () => {
  const signUp = async (email: string | undefined, username = `new-${crypto.randomUUID()}`) => {
    const response = await getOutbox().app.inject({
      method: "POST",
      url: "/api/signup",
      payload: { username, password: PASSWORD, membershipTier: "basic", email },
    });
    expect(response.statusCode).toBe(201);
    await getOutbox().settle();
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return { username, cookie, email: response.json().email };
  };
  const verifyWithoutPassword = (token: string) =>
    getOutbox().app.inject({ method: "POST", url: "/api/auth/verify-email", payload: { token } });

  it("is replaced, with its link, by that of a repeated sign-up", async () => {
    const [first, second] = [newAddress("first"), newAddress("second")];
    const { username } = await signUp(first);
    const firstToken = getOutbox().lastToken();
    expect((await signUp(undefined, username)).email).toBe(first);
    expect((await signUp(second, username)).email).toBe(second);
    expect(emailsTo(second)).toHaveLength(1);
    expect((await verifyWithoutPassword(firstToken)).statusCode).toBe(400);
    expect((await verifyWithoutPassword(getOutbox().lastToken())).json()).toEqual({ ok: true });
    // Once verified, it stays.
    expect((await signUp(first, username)).email).toBe(second);
    expect(emailsTo(first)).toHaveLength(1);
  });

  it("receives a link that needs no password, after which it signs in", async () => {
    const address = newAddress("sign-up");
    const member = await signUp(address);
    expect(member.email).toBe(address);
    const [email] = emailsTo(address);
    expect(email?.body).not.toContain("password");
    expect(email?.body).toContain("signup=1");
    expect((await verifyWithoutPassword(getOutbox().lastToken())).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toMatchObject({ isVerified: true, verifiedEmail: address });
    const login = { username: address, password: PASSWORD };
    const signedIn = await getOutbox().app.inject({
      method: "POST",
      url: "/api/login",
      payload: login,
    });
    expect(signedIn.json()).toMatchObject({ username: member.username });
  });

  it("needs the password once it has been changed, also back again", async () => {
    const address = newAddress("sign-up");
    const member = await signUp(address);
    for (const email of [newAddress("other"), address]) await setEmail(member, email);
    await getOutbox().settle();
    const refused = await verifyWithoutPassword(getOutbox().lastToken());
    expect(refused.json().issues).toMatchObject([{ path: "password" }]);
    expect((await verify(getOutbox().lastToken())).json()).toEqual({ ok: true });
  });
});

describe("a new address", () => {
  it("receives a link that verifies it once", async () => {
    const member = await createMemberWithLink();
    expect(getOutbox().server.received).toMatchObject([
      { to: ["dale@example.com"], headers: { subject: "Please confirm your email address" } },
    ]);
    const email = "dale@example.com";
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail: null });
    expect((await verify(member.token)).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toEqual({ email, isVerified: true, verifiedEmail: email });
    expect((await verify(member.token)).json()).toMatchObject({ code: "LINK_ENDED" });
    const [record] = await getOutbox().test.run(
      "select count(*)::integer as n from audit_log where action = $1 and subject_id = $2",
      ["account.email-verified", member.id],
    );
    expect(record).toEqual({ n: 1 });
  });

  it("receives an email without the username", async () => {
    const { username } = await createMemberWithLink("stranger@example.com");
    const [email] = emailsTo("stranger@example.com");
    expect(email?.body).toContain("/verify-email?token=");
    expect(JSON.stringify(email)).not.toContain(username);
  });

  it("is not verified by a link that was sent to a previous address", async () => {
    const member = await createMemberWithLink();
    await setEmail(member, "other@example.com");
    expect((await verify(member.token)).statusCode).toBe(400);
    expect(await statusOf(member)).toMatchObject({ email: "other@example.com", isVerified: false });
    await setEmail(member, "dale@example.com");
    expect((await verify(member.token)).statusCode).toBe(400);
    await getOutbox().settle();
    expect((await verify(getOutbox().lastToken())).statusCode).toBe(200);
  });

  it.each([["another"], [null], [""]])("does not change the verified one: %j", async (next) => {
    const member = await createVerified();
    const email = next ? `${next}@example.com` : null;
    expect((await setEmail(member, next && `${next}@example.com`)).json()).toMatchObject({ email });
    const verifiedEmail = member.email;
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail });
    await setEmail(member, member.email.toUpperCase());
    expect(await statusOf(member)).toMatchObject({ isVerified: true, verifiedEmail });
  });

  it("stays verified without an email if it is the old one", async () => {
    const member = await createMemberWithLink();
    await verify(member.token);
    await setEmail(member, "dale@example.com");
    await requestLink(member);
    await getOutbox().settle();
    expect(await statusOf(member)).toMatchObject({ isVerified: true });
    expect(getOutbox().server.received).toHaveLength(1);
  });
});

describe("a verification link", () => {
  it("works for 24 hours and no longer", async () => {
    const early = await createMemberWithLink();
    const late = await createMemberWithLink();
    await getOutbox().test.advance(24 * HOUR_MS - 30_000);
    expect((await verify(early.token)).statusCode).toBe(200);
    await getOutbox().test.advance(30_000);
    expect((await verify(late.token)).statusCode).toBe(400);
    await getOutbox().test.setNow(null);
  });

  it("stays valid after a newer one is requested, until one of them is used", async () => {
    const member = await createMemberWithLink();
    expect((await requestLink(member)).statusCode).toBe(200);
    await getOutbox().settle();
    const newer = getOutbox().lastToken();
    expect(newer).not.toBe(member.token);
    expect((await verify(member.token)).statusCode).toBe(200);
    expect((await verify(newer)).statusCode).toBe(400);
  });

  it("cannot be requested for an account without an address", async () => {
    const response = await requestLink(await createMember(getOutbox().db));
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      "Please add an email address first.",
    ]);
  });
});

describe("the password of a verification", () => {
  it.each([
    ["is missing", undefined, "Password is required"],
    ["is null", null, "Password is required"],
    ["is empty", "", "Password is required"],
    ["is wrong", "wrong-password", "The password is incorrect."],
  ])("is required: if it %s, the link is not used", async (_case, password, message) => {
    const member = await createMemberWithLink();
    const payload = { token: member.token, ...(password !== undefined && { password }) };
    const refused = await getOutbox().app.inject({
      method: "POST",
      url: "/api/auth/verify-email",
      payload,
    });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: "BAD_REQUEST", issues: [{ path: "password", message }] }),
    ]);
    expect(await statusOf(member)).toMatchObject({ isVerified: false });
    expect((await verify(member.token)).statusCode).toBe(200);
  });

  it("is that of the link's account, whoever is signed in", async () => {
    const { token } = await createMemberWithLink();
    const { cookie } = await createMember(getOutbox().db);
    const payload = { token, password: PASSWORD };
    const url = "/api/auth/verify-email";
    const response = await getOutbox().app.inject({
      method: "POST",
      url,
      headers: { cookie },
      payload,
    });
    expect(response.statusCode).toBe(200);
  });

  it("is refused, even if correct, after 10 of 12 concurrent attempts on two servers", async () => {
    const parts = { config: testConfig("on"), enqueue: getOutbox().enqueue };
    const servers = await Promise.all([1, 2].map(() => buildTestApp(getOutbox().db, parts)));
    const member = await createMemberWithLink();
    const attempts = Array.from({ length: 12 }, (_, n) =>
      verify(member.token, `wrong-${n}`, servers[n % 2]),
    );
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(2).fill(429)]);
    const locked = await verify(member.token, PASSWORD, servers[0]);
    expect([locked.statusCode, locked.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    await getOutbox().test.advance(15 * MINUTE_MS);
    expect((await verify(member.token, PASSWORD, servers[0])).statusCode).toBe(200);
    await getOutbox().test.setNow(null);
    for (const server of servers) await server.close();
  });
});

it("a stolen session cannot redirect an account's password resets", async () => {
  const member = await createVerified();
  await setEmail(member, "attacker@example.com");
  await getOutbox().settle();
  expect((await verify(getOutbox().lastToken(), "wrong")).statusCode).toBe(400);
  for (const account of [member.username, member.email, "attacker@example.com"]) {
    const url = "/api/auth/request-password-reset";
    await getOutbox().app.inject({ method: "POST", url, payload: { account } });
  }
  await getOutbox().settle();
  const reset = "Reset your Studbook password";
  expect(emailsTo(member.email).map(({ headers }) => headers.subject)).toEqual([reset]);
  expect(emailsTo("attacker@example.com")).toHaveLength(1);
});

it("the previous verified address gets a notice, unless only its case changes", async () => {
  const member = await createVerified();
  const other = member.email.replace(/^./, "x");
  for (const next of [member.email.toUpperCase(), other, other.toUpperCase()]) {
    await setEmail(member, next);
    await getOutbox().settle();
    const { isVerified } = await statusOf(member);
    if (!isVerified) expect((await verify(getOutbox().lastToken())).statusCode).toBe(200);
  }
  await getOutbox().settle();
  expect(emailsTo(member.email).map(({ headers }) => headers.subject)).toEqual([
    "Your Studbook email address was changed",
  ]);
  expect(emailsTo(member.email)[0]?.body).toContain(`your account ${member.username} `);
  expect(await statusOf(member)).toMatchObject({ isVerified: true, verifiedEmail: other });
});

it("a concurrent change of the address never verifies an address without a used link", async () => {
  const { db } = getOutbox();
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
