import { findUserById } from "@studbook/db/queries/users";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember, PASSWORD, RACE_ROUNDS, signInAs } from "../../test/test-app.ts";
import { cliOperator } from "./operator.ts";
import { resetPassword } from "./reset-password.ts";
import { setActive } from "./set-active.ts";

const NOTICE = "A new password was set for your Studbook account";

const getOutbox = useRunningOutbox();
const operatorOf = () => ({ ...cliOperator(getOutbox().db), enqueue: getOutbox().enqueue });

let app: FastifyInstance;
beforeAll(async () => {
  app = await getOutbox().buildApp();
});
afterAll(() => app.close());

type Member = Awaited<ReturnType<typeof createTakenOver>>;

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
const requestReset = async (account: string) => {
  expect((await post("/api/auth/request-password-reset", { account })).statusCode).toBe(200);
  await getOutbox().settle();
};
const verify = (token: string, password: string) =>
  post("/api/auth/verify-email", { token, password });
const subjectsTo = (address: string) =>
  getOutbox()
    .server.received.filter(({ to }) => to.includes(address))
    .map(({ headers }) => headers.subject);
const newAddress = (name: string) => `${name}-${crypto.randomUUID()}@example.com`;
const addressesOf = async ({ id }: Member) => {
  const user = await findUserById(getOutbox().db, id);
  return [user?.email, user?.verifiedEmail];
};
const countLinks = async ({ id }: Member) =>
  (await getOutbox().test.run("select from email_tokens where user_id = $1", [id])).length;

/** Creates an account whose verified address is a thief's, with one link of each kind that was sent to it. */
async function createTakenOver() {
  const thief = newAddress("thief");
  const member = await createMember(getOutbox().db, { email: thief, verifiedEmail: thief });
  const link = { userId: member.id, email: thief };
  const links = {
    verify: await addLink(getOutbox().db, { ...link, purpose: "verify-email" }),
    reset: await addLink(getOutbox().db, { ...link, purpose: "reset-password" }),
    restore: await addLink(getOutbox().db, { ...link, purpose: "restore-email" }),
  };
  return { ...member, thief, links };
}

describe("an operator's password reset", () => {
  it("makes the address unverified, revokes its links, and sends it a notice without a link", async () => {
    const member = await createTakenOver();
    await resetPassword(operatorOf(), member.id);
    expect(await addressesOf(member)).toEqual([member.thief, null]);
    expect(await countLinks(member)).toBe(0);
    await requestReset(member.username);
    await requestReset(member.thief);
    expect(subjectsTo(member.thief)).toEqual([NOTICE]);
    expect(getOutbox().lastToken()).toBe("");
  });

  it("revokes links that were sent before", async () => {
    const { id, links } = await createTakenOver();
    const password = await resetPassword(operatorOf(), id);
    const newPassword = "the-thiefs-own";
    const responses = [
      await verify(links.verify, password),
      await post("/api/auth/reset-password", { token: links.reset, newPassword }),
      await post("/api/auth/restore-email", { token: links.restore }),
    ];
    const codes = responses.map((response) => response.json().code);
    expect(codes).toEqual(Array(3).fill("LINK_ENDED"));
  });

  it("allows the owner to verify an address without sending a restore link to the previous one", async () => {
    const member = await createTakenOver();
    const password = await resetPassword(operatorOf(), member.id);
    const headers = { cookie: await signInAs(getOutbox().db, member.id) };
    const email = newAddress("owner");
    await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload: { email } });
    await getOutbox().settle();
    expect((await verify(getOutbox().lastToken(), password)).statusCode).toBe(200);
    await getOutbox().settle();
    expect(await addressesOf(member)).toEqual([email, email]);
    expect(subjectsTo(member.thief)).toEqual([NOTICE]);
  });

  it("sends no notice if there was no verified address", async () => {
    const email = newAddress("unverified");
    const { id } = await createMember(getOutbox().db, { email });
    await resetPassword(operatorOf(), id);
    await getOutbox().settle();
    expect(subjectsTo(email)).toEqual([]);
  });

  it("is recorded with whether it removed a verified address", async () => {
    const member = await createTakenOver();
    await resetPassword(operatorOf(), member.id);
    await resetPassword(operatorOf(), member.id);
    const records = await getOutbox().test.run(
      "select details from audit_log where subject_id = $1 order by id",
      [member.id],
    );
    expect(records).toEqual([
      { details: { by: "cli", verifiedEmailRemoved: true } },
      { details: { by: "cli", verifiedEmailRemoved: false } },
    ]);
  });

  it.each(Array.from({ length: RACE_ROUNDS }, (_, n) => n))(
    "is not undone by a concurrent verification with the old password (%i)",
    async () => {
      const member = await createTakenOver();
      await Promise.all([
        verify(member.links.verify, PASSWORD),
        resetPassword(operatorOf(), member.id),
      ]);
      expect(await addressesOf(member)).toEqual([member.thief, null]);
      expect(await countLinks(member)).toBe(0);
    },
  );
});

describe("a deactivation", () => {
  it("revokes all emailed links, even after a reactivation", async () => {
    const member = await createTakenOver();
    await setActive(operatorOf(), member.id, false);
    await setActive(operatorOf(), member.id, true);
    expect(await countLinks(member)).toBe(0);
    const payload = { token: member.links.reset, newPassword: "the-thiefs-own" };
    const reset = await post("/api/auth/reset-password", payload);
    expect(reset.json()).toMatchObject({ code: "LINK_ENDED" });
    expect(await addressesOf(member)).toEqual([member.thief, member.thief]);
  });
});
