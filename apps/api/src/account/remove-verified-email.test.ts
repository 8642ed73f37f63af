import { describe, expect, it } from "vitest";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";

const getOutbox = useRunningOutbox();

type Member = { id: string; cookie: string };

async function createVerified() {
  const email = `${crypto.randomUUID()}@example.com`;
  return { ...(await createMember(getOutbox().db, { email, verifiedEmail: email })), email };
}

const remove = ({ cookie }: Member, password = PASSWORD, to = getOutbox().app) =>
  to.inject({
    method: "POST",
    url: "/api/account/email/remove",
    headers: { cookie },
    payload: { password },
  });
const setEmail = ({ cookie }: Member, email: string | null) =>
  getOutbox().app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers: { cookie },
    payload: { email },
  });
const statusOf = async ({ cookie }: Member) =>
  (await getOutbox().app.inject({ url: "/api/account/email", headers: { cookie } })).json();
const countRecords = async ({ id }: Member) =>
  (
    await getOutbox().test.run(
      "select from audit_log where action = 'account.email-removed' and actor_id = $1",
      [id],
    )
  ).length;

describe("removing the verified address", () => {
  it("sends a link to the address that restores it", async () => {
    const member = await createVerified();
    expect((await remove(member)).json()).toEqual({ ok: true });
    const removed = { email: null, isVerified: false, verifiedEmail: null };
    expect(await statusOf(member)).toEqual(removed);
    expect(await countRecords(member)).toBe(1);
    await getOutbox().settle();
    expect(getOutbox().server.received).toMatchObject([
      { to: [member.email], headers: { subject: "Your Studbook email address was changed" } },
    ]);
    const payload = { token: getOutbox().lastToken() };
    const restored = await getOutbox().app.inject({
      method: "POST",
      url: "/api/auth/restore-email",
      payload,
    });
    expect(restored.statusCode).toBe(200);
    const [user] = await getOutbox().test.run(
      "select email, verified_email from users where id = $1",
      [member.id],
    );
    expect(user).toEqual({ email: member.email, verifiedEmail: member.email });
  });

  it("keeps a newer, unverified address", async () => {
    const member = await createVerified();
    await setEmail(member, "newer@example.com");
    await remove(member);
    const email = "newer@example.com";
    expect(await statusOf(member)).toEqual({ email, isVerified: false, verifiedEmail: null });
  });

  it("removes the verified address after the address was cleared", async () => {
    const member = await createVerified();
    expect((await setEmail(member, null)).json()).toMatchObject({ email: null });
    expect(await statusOf(member)).toMatchObject({ email: null, verifiedEmail: member.email });
    await remove(member);
    expect(await statusOf(member)).toMatchObject({ verifiedEmail: null });
  });

  it("revokes password reset links", async () => {
    const member = await createVerified();
    const url = "/api/auth/request-password-reset";
    await getOutbox().app.inject({ method: "POST", url, payload: { account: member.email } });
    await getOutbox().settle();
    const payload = { token: getOutbox().lastToken(), newPassword: "another-password" };
    await remove(member);
    const reset = await getOutbox().app.inject({
      method: "POST",
      url: "/api/auth/reset-password",
      payload,
    });
    expect(reset.json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("changes and records nothing for an account without a verified address", async () => {
    const member = await createMember(getOutbox().db, { email: "unverified@example.com" });
    expect((await remove(member)).json()).toEqual({ ok: true });
    expect(await statusOf(member)).toMatchObject({ email: "unverified@example.com" });
    expect(await countRecords(member)).toBe(0);
  });

  it("happens once for concurrent calls", async () => {
    const member = await createVerified();
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(member)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(await countRecords(member)).toBe(1);
    await getOutbox().settle();
    expect(getOutbox().server.received).toHaveLength(1);
  });

  it("is refused, even with the correct password, after 10 of 12 concurrent wrong ones", async () => {
    const parts = { config: testConfig("on"), enqueue: getOutbox().enqueue };
    const limited = await buildTestApp(getOutbox().db, parts);
    const member = await createVerified();
    const attempts = Array.from({ length: 12 }, (_, n) => remove(member, `wrong-${n}`, limited));
    const responses = await Promise.all(attempts);
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(2).fill(429)]);
    const refused = responses.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().issues).toMatchObject([{ path: "password" }]);
    expect((await remove(member, PASSWORD, limited)).statusCode).toBe(429);
    expect(await statusOf(member)).toMatchObject({ verifiedEmail: member.email });
    await limited.close();
  });
});
