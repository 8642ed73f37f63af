import { randomUUID } from "node:crypto";
import { findDeviceUserId, insertDevice } from "@studbook/db/queries/devices";
import { findUserById } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import {
  addLink,
  createVerifiedMember,
  newAddress,
  readAddresses,
} from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { PASSWORD, signInAs, testConfig } from "../../test/test-app.ts";
import { cliOperator } from "../admin/operator.ts";
import { resetPassword } from "../admin/reset-password.ts";
import { setActive } from "../admin/set-active.ts";
import { startPasswordAttempt } from "./sign-in-attempts.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOTICE = "Your Studbook email address was changed";
const REPLACED = "Your Studbook email address was replaced by an earlier one";
const RESET = "Reset your Studbook password";

const getOutbox = useRunningOutbox();
const getOperator = () => ({ ...cliOperator(getOutbox().db), enqueue: getOutbox().enqueue });

type Member = Awaited<ReturnType<typeof createOwner>>;

const post = (url: string, payload: object) => getOutbox().post(url, payload);
const restore = (token: string) => post("/api/auth/restore-email", { token });
const verify = (token: string) => post("/api/auth/verify-email", { token, password: PASSWORD });
const login = ({ username }: Member, password = PASSWORD) =>
  post("/api/login", { username, password });
const emailsTo = (address: string) => getOutbox().emailsTo(address);
const subjectsTo = (address: string) => emailsTo(address).map(({ headers }) => headers.subject);
const tokenTo = (address: string, subject: string) => {
  const emails = emailsTo(address).filter(({ headers }) => headers.subject === subject);
  return /[?]token=([\w-]{43})/.exec(emails.at(-1)?.body ?? "")?.[1] ?? "";
};

const createOwner = () => createVerifiedMember(getOutbox().db);

/** Changes and verifies the address like someone who knows the password. */
async function changeAddress(member: Member, email: string): Promise<void> {
  const headers = { cookie: await signInAs(getOutbox().db, member.id) };
  await getOutbox().app.inject({
    method: "PATCH",
    url: "/api/account/info",
    headers,
    payload: { email },
  });
  const link = { userId: member.id, purpose: "verify-email", email } as const;
  expect((await verify(await addLink(getOutbox().db, link))).statusCode).toBe(200);
  await getOutbox().settle();
}

/** Creates a member whose verified address was replaced. Returns the token of the link that the owner received. */
async function createHijackedAccount(attackerEmail = newAddress("attacker")) {
  const owner = await createOwner();
  await changeAddress(owner, attackerEmail);
  return { ...owner, attackerEmail, token: tokenTo(owner.email, NOTICE) };
}

const addressesOf = ({ id }: Member) => readAddresses(getOutbox().db, id);
const countSessions = async ({ id }: Member) =>
  (await getOutbox().test.run("select from sessions where sess ->> 'userId' = $1", [id])).length;

describe("a link that restores an address", () => {
  it("restores it, revokes sessions and the password, and sends a password reset link", async () => {
    const owner = await createHijackedAccount();
    await signInAs(getOutbox().db, owner.id);
    const reset = {
      userId: owner.id,
      purpose: "reset-password",
      email: owner.attackerEmail,
    } as const;
    const attackersLink = await addLink(getOutbox().db, reset);
    expect((await restore(owner.token)).json()).toEqual({ ok: true });
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
    expect(await countSessions(owner)).toBe(0);
    expect((await login(owner)).statusCode).toBe(401);
    await getOutbox().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    expect(subjectsTo(owner.attackerEmail)).not.toContain(RESET);
    expect(subjectsTo(owner.attackerEmail)).not.toContain(NOTICE);
    expect(subjectsTo(owner.attackerEmail)).toContain(REPLACED);
    expect(tokenTo(owner.attackerEmail, REPLACED)).toBe("");
    const used = await post("/api/auth/reset-password", {
      token: attackersLink,
      newPassword: "the-attackers-own",
    });
    expect(used.json()).toMatchObject({ code: "LINK_ENDED" });
    const body = emailsTo(owner.email).at(-1)?.body.replace(/\s+/g, " ");
    expect(body).toContain(
      `address for your account ${owner.username} was restored, and the old password no longer works.`,
    );
    expect(body).not.toContain("Your password will not change");
    const token = tokenTo(owner.email, RESET);
    const newPassword = "the-owners-own";
    expect((await post("/api/auth/reset-password", { token, newPassword })).statusCode).toBe(200);
    expect((await login(owner, newPassword)).statusCode).toBe(200);
    expect((await restore(owner.token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("forgets devices and resets the count of failed sign-ins", async () => {
    const owner = await createHijackedAccount();
    const { db } = getOutbox();
    const device = { hash: randomUUID(), userId: owner.id };
    await db.transaction().execute((tx) => insertDevice(tx, device));
    const limits = { db, config: testConfig("on") };
    const subject = { kind: "user", id: owner.id } as const;
    for (let n = 0; n < 10; n++) await startPasswordAttempt(limits, subject);
    await expect(startPasswordAttempt(limits, subject)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });

    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await findDeviceUserId(db, device.hash)).toBeUndefined();
    await startPasswordAttempt(limits, subject);
  });

  it("is recorded without an address, like all steps before it", async () => {
    const owner = await createHijackedAccount();
    await restore(owner.token);
    const records = await getOutbox().test.run(
      "select action, actor_id, details::text from audit_log where subject_id = $1 order by id",
      [owner.id],
    );
    expect(records).toEqual([
      { action: "account.email-changed", actorId: owner.id, details: "{}" },
      { action: "account.email-verified", actorId: null, details: "{}" },
      { action: "account.email-restored", actorId: null, details: "{}" },
    ]);
  });

  it("works after further changes, and revokes later addresses and their links", async () => {
    const owner = await createHijackedAccount();
    const second = newAddress("second");
    await changeAddress(owner, second);
    const link = { userId: owner.id, purpose: "verify-email", email: second } as const;
    const pending = await addLink(getOutbox().db, link);
    const later = tokenTo(owner.attackerEmail, NOTICE);
    expect(later).not.toBe("");

    expect((await restore(owner.token)).statusCode).toBe(200);
    expect((await restore(later)).json()).toMatchObject({ code: "LINK_ENDED" });
    expect((await verify(pending)).json()).toMatchObject({ code: "LINK_ENDED" });
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
  });

  it("still works after a later address was restored", async () => {
    const owner = await createHijackedAccount();
    await changeAddress(owner, newAddress("second"));
    expect((await restore(tokenTo(owner.attackerEmail, NOTICE))).statusCode).toBe(200);
    expect(await addressesOf(owner)).toEqual([owner.attackerEmail, owner.attackerEmail]);
    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
  });

  it("is not sent if an earlier address was restored in the meantime", async () => {
    const owner = await createHijackedAccount();
    await getOutbox().server.close();
    await changeAddress(owner, newAddress("second"));
    expect((await restore(owner.token)).statusCode).toBe(200);
    await getOutbox().server.open();
    await getOutbox().advance(10);
    expect(subjectsTo(owner.attackerEmail)).not.toContain(NOTICE);
    expect(subjectsTo(owner.email)).toContain(RESET);
  });

  it("sends a reset link that is valid for 24 hours, even if the emails of the day are used up", async () => {
    const owner = await createHijackedAccount();
    await getOutbox().test.run(
      `insert into mails (cause, kind, user_id, details, sent_at)
       select gen_random_uuid(), 'reset-password', $1, '{"minutes": 60}', studbook_now()
       from generate_series(1, 10)`,
      [owner.id],
    );
    await restore(owner.token);
    await getOutbox().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    await getOutbox().test.advance(DAY_MS - 60_000);
    await post("/api/auth/request-password-reset", { account: owner.username });
    await getOutbox().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    const token = tokenTo(owner.email, RESET);
    const reset = await post("/api/auth/reset-password", { token, newPassword: "the-owners-own" });
    await getOutbox().test.setNow(null);
    expect(reset.statusCode).toBe(200);
  });

  it("works for 7 days and no longer", async () => {
    const early = await createHijackedAccount();
    const late = await createHijackedAccount();
    await getOutbox().test.advance(7 * DAY_MS - 60_000);
    expect((await restore(early.token)).statusCode).toBe(200);
    await getOutbox().test.advance(60_000);
    expect((await restore(late.token)).statusCode).toBe(400);
    await getOutbox().test.setNow(null);
  });

  it("works for a closed account, which stays closed and gets no reset link", async () => {
    const owner = await createHijackedAccount();
    const headers = { cookie: await signInAs(getOutbox().db, owner.id) };
    await getOutbox().app.inject({ method: "POST", url: "/api/account/close", headers });
    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await addressesOf(owner)).toEqual([owner.email, owner.email]);
    expect(await findUserById(getOutbox().db, owner.id)).toMatchObject({ isActive: false });
    await getOutbox().settle();
    expect(subjectsTo(owner.email)).not.toContain(RESET);
  });

  it.each([
    ["an operator's password reset", (id: string) => resetPassword(getOperator(), id)],
    ["an operator's deactivation", (id: string) => setActive(getOperator(), id, false)],
  ])("is revoked by %s, whether it was sent or not", async (_what, act) => {
    const owner = await createHijackedAccount();
    await getOutbox().server.close();
    await changeAddress(owner, newAddress("second"));
    await act(owner.id);
    await setActive(getOperator(), owner.id, true);
    expect((await restore(owner.token)).json()).toMatchObject({ code: "LINK_ENDED" });
    await getOutbox().server.open();
    await getOutbox().advance(10);
    expect(subjectsTo(owner.attackerEmail)).not.toContain(NOTICE);
  });

  it("sends no notice if there was no verified address or the same one", async () => {
    const owner = await createOwner();
    const link = { userId: owner.id, purpose: "restore-email", email: owner.email } as const;
    for (const verified of [owner.email.toUpperCase(), null]) {
      await getOutbox().test.run(
        "update users set email = 'newer@example.com', verified_email = $2 where id = $1",
        [owner.id, verified],
      );
      expect((await restore(await addLink(getOutbox().db, link))).statusCode).toBe(200);
    }
    await getOutbox().settle();
    const subjects = getOutbox().server.received.map(({ headers }) => headers.subject);
    expect(subjects).not.toContain(REPLACED);
  });

  it("does nothing if the URL is only opened", async () => {
    const owner = await createHijackedAccount();
    const opened = await getOutbox().app.inject(`/api/auth/restore-email?token=${owner.token}`);
    expect(opened.statusCode).toBe(405);
    expect(await addressesOf(owner)).toEqual([owner.attackerEmail, owner.attackerEmail]);
  });
});
