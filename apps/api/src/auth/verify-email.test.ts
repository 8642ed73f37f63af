import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usePostOffice } from "../mail/test-post-office.ts";
import { buildTestApp, createMember, testConfig } from "../testing.ts";

const HOUR_MS = 60 * 60_000;

const officeOf = usePostOffice({ once: true });

let app: FastifyInstance;
beforeAll(async () => {
  await officeOf().startWorker();
  app = await officeOf().buildApp();
});
beforeEach(async () => {
  await officeOf().settle();
  officeOf().server.received.splice(0);
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
const verify = (token: string) =>
  app.inject({ method: "POST", url: "/api/auth/verify-email", payload: { token } });
const askAgain = ({ cookie }: Member, to = app) =>
  to.inject({ method: "POST", url: "/api/account/email/verification", headers: { cookie } });
const statusOf = async ({ cookie }: Member) =>
  (await app.inject({ url: "/api/account/email", headers: { cookie } })).json();

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
    expect(await statusOf(member)).toEqual({ email: "dale@example.com", isVerified: false });
    expect((await verify(member.token)).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toEqual({ email: "dale@example.com", isVerified: true });
    expect((await verify(member.token)).json()).toMatchObject({ code: "LINK_ENDED" });
    const [record] = await officeOf().test.run(
      "select count(*)::integer as n from audit_log where action = $1 and subject_id = $2",
      ["account.email-verified", member.id],
    );
    expect(record).toEqual({ n: 1 });
  });

  it("is not verified by the link to the one before", async () => {
    const member = await createLinked();
    await setEmail(member, "other@example.com");
    expect((await verify(member.token)).statusCode).toBe(400);
    expect(await statusOf(member)).toEqual({ email: "other@example.com", isVerified: false });
    await officeOf().settle();
    expect((await verify(officeOf().lastToken())).statusCode).toBe(200);
  });

  it.each([["another"], [null]])("ends what was verified: %s", async (next) => {
    const member = await createLinked();
    await verify(member.token);
    await setEmail(member, next && `${next}@example.com`);
    expect(await statusOf(member)).toMatchObject({ isVerified: false });
    await setEmail(member, "dale@example.com");
    expect(await statusOf(member)).toMatchObject({ isVerified: false });
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

  it("may be asked for again, and ends the one before", async () => {
    const member = await createLinked();
    expect((await askAgain(member)).statusCode).toBe(200);
    await officeOf().settle();
    expect((await verify(member.token)).statusCode).toBe(400);
    expect((await verify(officeOf().lastToken())).statusCode).toBe(200);
  });

  it("needs an address", async () => {
    const response = await askAgain(await createMember(officeOf().db));
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      "Please add an email address first.",
    ]);
  });
});

it("is not sent again and again, by one member or to one address, and the address is kept all the same", async () => {
  const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
  const limited = await buildTestApp(officeOf().db, parts);
  const one = await createMember(officeOf().db);
  for (let n = 0; n < 7; n++) {
    expect((await setEmail(one, `a${n}@example.com`, limited)).statusCode).toBe(200);
  }
  expect(await statusOf(one)).toMatchObject({ email: "a6@example.com" });
  expect((await askAgain(one, limited)).statusCode).toBe(429);
  const members = await Promise.all(Array.from({ length: 7 }, () => createMember(officeOf().db)));
  await Promise.all(members.map((member) => setEmail(member, "victim@example.com", limited)));
  await officeOf().settle();
  const to = officeOf().server.received.flatMap((mail) => mail.to);
  expect(to.filter((address) => address === "victim@example.com")).toHaveLength(5);
  await limited.close();
  const [row] = await officeOf().test.run(
    "select count(*)::integer as n from mails where user_id = $1",
    [one.id],
  );
  expect(row).toEqual({ n: 5 });
});
