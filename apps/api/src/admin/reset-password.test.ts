import { findUserById } from "@studbook/db/queries/users";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember, PASSWORD, RACE_ROUNDS, signInAs } from "../../test/test-app.ts";
import { commandLine } from "./operator.ts";
import { resetPassword } from "./reset-password.ts";
import { setActive } from "./set-active.ts";

const NOTICE = "A new password was set for your Studbook account";

const officeOf = useRunningOutbox();
const operatorOf = () => ({ ...commandLine(officeOf().db), enqueue: officeOf().enqueue });

let app: FastifyInstance;
beforeAll(async () => {
  app = await officeOf().buildApp();
});
afterAll(() => app.close());

type Member = Awaited<ReturnType<typeof createTakenOver>>;

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
const askForReset = async (account: string) => {
  expect((await post("/api/auth/request-password-reset", { account })).statusCode).toBe(200);
  await officeOf().settle();
};
const verify = (token: string, password: string) =>
  post("/api/auth/verify-email", { token, password });
const subjectsTo = (address: string) =>
  officeOf()
    .server.received.filter(({ to }) => to.includes(address))
    .map(({ headers }) => headers.subject);
const newAddress = (name: string) => `${name}-${crypto.randomUUID()}@example.com`;
const emailsOf = async ({ id }: Member) => {
  const user = await findUserById(officeOf().db, id);
  return [user?.email, user?.verifiedEmail];
};
const countLinks = async ({ id }: Member) =>
  (await officeOf().test.run("select from email_tokens where user_id = $1", [id])).length;

/** An account whose verified address is a thief's, with links of every kind that the thief was sent. */
async function createTakenOver() {
  const thief = newAddress("thief");
  const member = await createMember(officeOf().db, { email: thief, verifiedEmail: thief });
  const link = { userId: member.id, email: thief };
  const links = {
    verify: await addLink(officeOf().db, { ...link, purpose: "verify-email" }),
    reset: await addLink(officeOf().db, { ...link, purpose: "reset-password" }),
    restore: await addLink(officeOf().db, { ...link, purpose: "restore-email" }),
  };
  return { ...member, thief, links };
}

describe("a password that the operator sets", () => {
  it("leaves nothing to the address that was verified, which is told so without a link", async () => {
    const member = await createTakenOver();
    await resetPassword(operatorOf(), member.id);
    expect(await emailsOf(member)).toEqual([member.thief, null]);
    expect(await countLinks(member)).toBe(0);
    await askForReset(member.username);
    await askForReset(member.thief);
    expect(subjectsTo(member.thief)).toEqual([NOTICE]);
    expect(officeOf().lastToken()).toBe("");
  });

  it("ends the links that were mailed before", async () => {
    const { id, links } = await createTakenOver();
    const password = await resetPassword(operatorOf(), id);
    const newPassword = "the-thiefs-own";
    const answers = [
      await verify(links.verify, password),
      await post("/api/auth/reset-password", { token: links.reset, newPassword }),
      await post("/api/auth/restore-email", { token: links.restore }),
    ];
    const codes = answers.map((answer) => answer.json().code);
    expect(codes).toEqual(Array(3).fill("LINK_ENDED"));
  });

  it("lets the owner verify an address without sending the one before a link back", async () => {
    const member = await createTakenOver();
    const password = await resetPassword(operatorOf(), member.id);
    const headers = { cookie: await signInAs(officeOf().db, member.id) };
    const email = newAddress("owner");
    await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload: { email } });
    await officeOf().settle();
    expect((await verify(officeOf().lastToken(), password)).statusCode).toBe(200);
    await officeOf().settle();
    expect(await emailsOf(member)).toEqual([email, email]);
    expect(subjectsTo(member.thief)).toEqual([NOTICE]);
  });

  it("sends no notice when there was no verified address", async () => {
    const email = newAddress("unverified");
    const { id } = await createMember(officeOf().db, { email });
    await resetPassword(operatorOf(), id);
    await officeOf().settle();
    expect(subjectsTo(email)).toEqual([]);
  });

  it("is recorded with whether an address was no longer verified", async () => {
    const member = await createTakenOver();
    await resetPassword(operatorOf(), member.id);
    await resetPassword(operatorOf(), member.id);
    const records = await officeOf().test.run(
      "select details from audit_log where subject_id = $1 order by id",
      [member.id],
    );
    expect(records).toEqual([
      { details: { by: "cli", verifiedEmailRemoved: true } },
      { details: { by: "cli", verifiedEmailRemoved: false } },
    ]);
  });

  it.each(Array.from({ length: RACE_ROUNDS }, (_, n) => n))(
    "is not outrun by a verification with the old one (%i)",
    async () => {
      const member = await createTakenOver();
      await Promise.all([
        verify(member.links.verify, PASSWORD),
        resetPassword(operatorOf(), member.id),
      ]);
      expect(await emailsOf(member)).toEqual([member.thief, null]);
      expect(await countLinks(member)).toBe(0);
    },
  );
});

describe("a deactivation", () => {
  it("ends all links that were mailed, also for the time after it", async () => {
    const member = await createTakenOver();
    await setActive(operatorOf(), member.id, false);
    await setActive(operatorOf(), member.id, true);
    expect(await countLinks(member)).toBe(0);
    const payload = { token: member.links.reset, newPassword: "the-thiefs-own" };
    const reset = await post("/api/auth/reset-password", payload);
    expect(reset.json()).toMatchObject({ code: "LINK_ENDED" });
    expect(await emailsOf(member)).toEqual([member.thief, member.thief]);
  });
});
