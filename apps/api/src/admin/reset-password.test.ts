import { describe, expect, it } from "vitest";
import { addLink, newAddress, readAddresses } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember, PASSWORD, RACE_ROUNDS, signInAs } from "../../test/test-app.ts";
import { cliOperator } from "./operator.ts";
import { resetPassword } from "./reset-password.ts";

const NOTICE = "A new password was set for your Studbook account";

const getOutbox = useRunningOutbox();
const getOperator = () => ({ ...cliOperator(getOutbox().db), enqueue: getOutbox().enqueue });

type HijackedAccount = Awaited<ReturnType<typeof createHijackedAccount>>;

const post = (url: string, payload: object) => getOutbox().post(url, payload);
const requestReset = async (account: string) => {
  expect((await post("/api/auth/request-password-reset", { account })).statusCode).toBe(200);
  await getOutbox().settle();
};
const verify = (token: string, password: string) =>
  post("/api/auth/verify-email", { token, password });
const subjectsTo = (address: string) =>
  getOutbox()
    .emailsTo(address)
    .map(({ headers }) => headers.subject);
const addressesOf = ({ id }: HijackedAccount) => readAddresses(getOutbox().db, id);
const countLinks = async ({ id }: HijackedAccount) =>
  (await getOutbox().test.run("select from email_tokens where user_id = $1", [id])).length;

/** Creates a hijacked account: its verified address belongs to the attacker, who received one link of each kind. */
async function createHijackedAccount() {
  const attackerEmail = newAddress("attacker");
  const member = await createMember(getOutbox().db, {
    email: attackerEmail,
    verifiedEmail: attackerEmail,
  });
  const link = { userId: member.id, email: attackerEmail };
  const links = {
    verify: await addLink(getOutbox().db, { ...link, purpose: "verify-email" }),
    reset: await addLink(getOutbox().db, { ...link, purpose: "reset-password" }),
    restore: await addLink(getOutbox().db, { ...link, purpose: "restore-email" }),
  };
  return { ...member, attackerEmail, links };
}

describe("an operator's password reset", () => {
  it("makes the address unverified, revokes its links, and sends it a notice without a link", async () => {
    const member = await createHijackedAccount();
    await resetPassword(getOperator(), member.id);
    expect(await addressesOf(member)).toEqual([member.attackerEmail, null]);
    expect(await countLinks(member)).toBe(0);
    await requestReset(member.username);
    await requestReset(member.attackerEmail);
    expect(subjectsTo(member.attackerEmail)).toEqual([NOTICE]);
    expect(getOutbox().lastToken()).toBe("");
  });

  it("revokes links sent before the reset", async () => {
    const { id, links } = await createHijackedAccount();
    const password = await resetPassword(getOperator(), id);
    const newPassword = "the-attackers-own";
    const responses = [
      await verify(links.verify, password),
      await post("/api/auth/reset-password", { token: links.reset, newPassword }),
      await post("/api/auth/restore-email", { token: links.restore }),
    ];
    const codes = responses.map((response) => response.json().code);
    expect(codes).toEqual(Array(3).fill("LINK_ENDED"));
  });

  it("allows the owner to verify an address without sending a restore link to the previous one", async () => {
    const member = await createHijackedAccount();
    const password = await resetPassword(getOperator(), member.id);
    const headers = { cookie: await signInAs(getOutbox().db, member.id) };
    const email = newAddress("owner");
    await getOutbox().app.inject({
      method: "PATCH",
      url: "/api/account/info",
      headers,
      payload: { email },
    });
    await getOutbox().settle();
    expect((await verify(getOutbox().lastToken(), password)).statusCode).toBe(200);
    await getOutbox().settle();
    expect(await addressesOf(member)).toEqual([email, email]);
    expect(subjectsTo(member.attackerEmail)).toEqual([NOTICE]);
  });

  it("sends no notice if there was no verified address", async () => {
    const email = newAddress("unverified");
    const { id } = await createMember(getOutbox().db, { email });
    await resetPassword(getOperator(), id);
    await getOutbox().settle();
    expect(subjectsTo(email)).toEqual([]);
  });

  it("records in the audit log whether it removed a verified address", async () => {
    const member = await createHijackedAccount();
    await resetPassword(getOperator(), member.id);
    await resetPassword(getOperator(), member.id);
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
      const member = await createHijackedAccount();
      await Promise.all([
        verify(member.links.verify, PASSWORD),
        resetPassword(getOperator(), member.id),
      ]);
      expect(await addressesOf(member)).toEqual([member.attackerEmail, null]);
      expect(await countLinks(member)).toBe(0);
    },
  );
});
