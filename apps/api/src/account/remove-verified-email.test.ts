import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";

const officeOf = useRunningOutbox();

let app: FastifyInstance;
beforeAll(async () => {
  app = await officeOf().buildApp();
});
afterAll(() => app.close());

type Member = { id: string; cookie: string };

async function createVerified() {
  const email = `${crypto.randomUUID()}@example.com`;
  return { ...(await createMember(officeOf().db, { email, verifiedEmail: email })), email };
}

const remove = ({ cookie }: Member, password = PASSWORD, to = app) =>
  to.inject({
    method: "POST",
    url: "/api/account/email/remove",
    headers: { cookie },
    payload: { password },
  });
const setEmail = ({ cookie }: Member, email: string | null) =>
  app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
  });
const statusOf = async ({ cookie }: Member) =>
  (await app.inject({ url: "/api/account/email", headers: { cookie } })).json();
const countRecords = async ({ id }: Member) =>
  (
    await officeOf().test.run(
      "select from audit_log where action = 'account.email-removed' and actor_id = $1",
      [id],
    )
  ).length;

describe("removing the verified address", () => {
  it("takes the password, tells the address and lets it come back", async () => {
    const member = await createVerified();
    expect((await remove(member)).json()).toEqual({ ok: true });
    const nothing = { email: null, isVerified: false, verifiedEmail: null };
    expect(await statusOf(member)).toEqual(nothing);
    expect(await countRecords(member)).toBe(1);
    await officeOf().settle();
    expect(officeOf().server.received).toMatchObject([
      { to: [member.email], headers: { subject: "Your Studbook email address was changed" } },
    ]);
    const payload = { token: officeOf().lastToken() };
    const restored = await app.inject({ method: "POST", url: "/api/auth/restore-email", payload });
    expect(restored.statusCode).toBe(200);
    const [user] = await officeOf().test.run(
      "select email, verified_email from users where id = $1",
      [member.id],
    );
    expect(user).toEqual({ email: member.email, verifiedEmail: member.email });
  });

  it("leaves a newer address that is not verified", async () => {
    const member = await createVerified();
    await setEmail(member, "newer@example.com");
    await remove(member);
    const email = "newer@example.com";
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail: null });
  });

  it("removes what a cleared address has left", async () => {
    const member = await createVerified();
    expect((await setEmail(member, null)).json()).toMatchObject({ email: null });
    expect(await statusOf(member)).toMatchObject({ email: null, verifiedEmail: member.email });
    await remove(member);
    expect(await statusOf(member)).toMatchObject({ verifiedEmail: null });
  });

  it("ends the links that reset with it", async () => {
    const member = await createVerified();
    const url = "/api/auth/request-password-reset";
    await app.inject({ method: "POST", url, payload: { account: member.email } });
    await officeOf().settle();
    const payload = { token: officeOf().lastToken(), newPassword: "another-password" };
    await remove(member);
    const reset = await app.inject({ method: "POST", url: "/api/auth/reset-password", payload });
    expect(reset.json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("changes and records nothing for an account without a verified address", async () => {
    const member = await createMember(officeOf().db, { email: "unverified@example.com" });
    expect((await remove(member)).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toMatchObject({ email: "unverified@example.com" });
    expect(await countRecords(member)).toBe(0);
  });

  it("is done once, however often it is asked for at once", async () => {
    const member = await createVerified();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(member)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(await countRecords(member)).toBe(1);
    await officeOf().settle();
    expect(officeOf().server.received).toHaveLength(1);
  });

  it("is refused with a wrong password, 10 times of 12 at once, and then with the right one", async () => {
    const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
    const limited = await buildTestApp(officeOf().db, parts);
    const member = await createVerified();
    const guesses = Array.from({ length: 12 }, (_, n) => remove(member, `guess-${n}`, limited));
    const answers = await Promise.all(guesses);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(2).fill(429)]);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().issues).toMatchObject([{ path: "password" }]);
    expect((await remove(member, PASSWORD, limited)).statusCode).toBe(429);
    expect(await statusOf(member)).toMatchObject({ verifiedEmail: member.email });
    await limited.close();
  });
});
