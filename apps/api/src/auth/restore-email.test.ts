import { randomUUID } from "node:crypto";
import { findDeviceUserId, insertDevice } from "@studbook/db/queries/devices";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { findUserById } from "@studbook/db/queries/users";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { useRunningOutbox } from "../../test/mail-outbox.ts";
import { createMember, PASSWORD, RACE_ROUNDS, signInAs, testConfig } from "../../test/test-app.ts";
import { commandLine } from "../admin/operator.ts";
import { resetPassword } from "../admin/reset-password.ts";
import { setActive } from "../admin/set-active.ts";
import { beginSignInTry } from "./sign-in-tries.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOTICE = "Your Studbook email address was changed";
const REPLACED = "Your Studbook email address was replaced by an earlier one";
const RESET = "Reset your Studbook password";

const officeOf = useRunningOutbox();
const operatorOf = () => ({ ...commandLine(officeOf().db), enqueue: officeOf().enqueue });

let app: FastifyInstance;
beforeAll(async () => {
  app = await officeOf().buildApp();
});
afterAll(() => app.close());

type Member = Awaited<ReturnType<typeof createOwner>>;

const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
const restore = (token: string) => post("/api/auth/restore-email", { token });
const verify = (token: string) => post("/api/auth/verify-email", { token, password: PASSWORD });
const login = ({ username }: Member, password = PASSWORD) =>
  post("/api/login", { username, password });
const mailsTo = (address: string) =>
  officeOf().server.received.filter(({ to }) => to.includes(address));
const subjectsTo = (address: string) => mailsTo(address).map(({ headers }) => headers.subject);
const tokenTo = (address: string, subject: string) => {
  const mails = mailsTo(address).filter(({ headers }) => headers.subject === subject);
  return /[?]token=([\w-]{43})/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "";
};
const newAddress = (name: string) => `${name}-${crypto.randomUUID()}@example.com`;

/** A member with a verified address. */
async function createOwner() {
  const email = newAddress("owner");
  const member = await createMember(officeOf().db, { email, verifiedEmail: email });
  return { ...member, email };
}

/** Gives the member another verified address the way somebody does who knows the password. */
async function moveTo(member: Member, email: string): Promise<void> {
  const headers = { cookie: await signInAs(officeOf().db, member.id) };
  await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload: { email } });
  const link = { userId: member.id, purpose: "verify-email", email } as const;
  expect((await verify(await addLink(officeOf().db, link))).statusCode).toBe(200);
  await officeOf().settle();
}

/** A member whose verified address was replaced, with the link that the owner got. */
async function createTakenOver(thief = newAddress("thief")) {
  const owner = await createOwner();
  await moveTo(owner, thief);
  return { ...owner, thief, token: tokenTo(owner.email, NOTICE) };
}

const emailsOf = async ({ id }: Member) => {
  const user = await findUserById(officeOf().db, id);
  return [user?.email, user?.verifiedEmail];
};
const countSessions = async ({ id }: Member) => {
  const [row] = await officeOf().test.run(
    "select count(*)::integer as n from sessions where sess ->> 'userId' = $1",
    [id],
  );
  return Number(row?.n);
};

describe("the link that restores an address", () => {
  it("brings it back, ends sessions and the password, and sends a link that sets a new one", async () => {
    const owner = await createTakenOver();
    await signInAs(officeOf().db, owner.id);
    const reset = { userId: owner.id, purpose: "reset-password", email: owner.thief } as const;
    const thiefsLinks = [await addLink(officeOf().db, reset)];

    expect((await restore(owner.token)).json()).toEqual({ ok: true });
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
    expect(await countSessions(owner)).toBe(0);
    expect((await login(owner)).statusCode).toBe(401);
    await officeOf().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    expect(subjectsTo(owner.thief)).not.toContain(RESET);
    expect(subjectsTo(owner.thief)).not.toContain(NOTICE);
    expect(subjectsTo(owner.thief)).toContain(REPLACED);
    expect(tokenTo(owner.thief, REPLACED)).toBe("");
    for (const token of thiefsLinks) {
      const used = await post("/api/auth/reset-password", { token, newPassword: "a-thiefs-own" });
      expect(used.json()).toMatchObject({ code: "LINK_ENDED" });
    }
    const letter = mailsTo(owner.email).at(-1)?.body.replace(/\s+/g, " ");
    expect(letter).toContain(
      `address of your account ${owner.username} was restored, and the old password no longer works.`,
    );
    expect(letter).not.toContain("Your password will not change");
    const token = tokenTo(owner.email, RESET);
    const newPassword = "the-owners-own";
    expect((await post("/api/auth/reset-password", { token, newPassword })).statusCode).toBe(200);
    expect((await login(owner, newPassword)).statusCode).toBe(200);
    expect((await restore(owner.token)).json()).toMatchObject({ code: "LINK_ENDED" });
  });

  it("ends remembered devices, and lets an owner in whom wrong passwords had locked out", async () => {
    const owner = await createTakenOver();
    const { db } = officeOf();
    const device = { hash: randomUUID(), userId: owner.id };
    await db.transaction().execute((tx) => insertDevice(tx, device));
    const limits = { db, config: testConfig("on") };
    const subject = { kind: "user", id: owner.id } as const;
    for (let n = 0; n < 10; n++) await beginSignInTry(limits, subject);
    await expect(beginSignInTry(limits, subject)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });

    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await findDeviceUserId(db, device.hash)).toBeUndefined();
    await beginSignInTry(limits, subject);
  });

  it("is recorded, as is every step before it, without an address", async () => {
    const owner = await createTakenOver();
    await restore(owner.token);
    const records = await officeOf().test.run(
      "select action, actor_id, details::text from audit_log where subject_id = $1 order by id",
      [owner.id],
    );
    expect(records).toEqual([
      { action: "account.email-changed", actorId: owner.id, details: "{}" },
      { action: "account.email-verified", actorId: null, details: "{}" },
      { action: "account.email-restored", actorId: null, details: "{}" },
    ]);
  });

  it("works whatever followed, and voids later addresses and all of their links", async () => {
    const owner = await createTakenOver();
    const second = newAddress("second");
    await moveTo(owner, second);
    const link = { userId: owner.id, purpose: "verify-email", email: second } as const;
    const pending = await addLink(officeOf().db, link);
    const later = tokenTo(owner.thief, NOTICE);
    expect(later).not.toBe("");

    expect((await restore(owner.token)).statusCode).toBe(200);
    expect((await restore(later)).json()).toMatchObject({ code: "LINK_ENDED" });
    expect((await verify(pending)).json()).toMatchObject({ code: "LINK_ENDED" });
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
  });

  it("still works after a later address was restored", async () => {
    const owner = await createTakenOver();
    await moveTo(owner, newAddress("second"));
    expect((await restore(tokenTo(owner.thief, NOTICE))).statusCode).toBe(200);
    expect(await emailsOf(owner)).toEqual([owner.thief, owner.thief]);
    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
  });

  it("is not sent any more when an earlier address was restored meanwhile", async () => {
    const owner = await createTakenOver();
    await officeOf().server.close();
    await moveTo(owner, newAddress("second"));
    expect((await restore(owner.token)).statusCode).toBe(200);
    await officeOf().server.open();
    await officeOf().advance(10);
    expect(subjectsTo(owner.thief)).not.toContain(NOTICE);
    expect(subjectsTo(owner.email)).toContain(RESET);
  });

  it("sends a link for 24 hours, since the mails of that day may have been used up by others", async () => {
    const owner = await createTakenOver();
    await officeOf().test.run(
      `insert into mails (cause, kind, user_id, details, sent_at)
       select gen_random_uuid(), 'reset-password', $1, '{"minutes": 60}', studbook_now()
       from generate_series(1, 10)`,
      [owner.id],
    );
    await restore(owner.token);
    await officeOf().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    await officeOf().test.advance(DAY_MS - 60_000);
    await post("/api/auth/request-password-reset", { account: owner.username });
    await officeOf().settle();
    expect(subjectsTo(owner.email)).toEqual([NOTICE, RESET]);
    const token = tokenTo(owner.email, RESET);
    const reset = await post("/api/auth/reset-password", { token, newPassword: "the-owners-own" });
    await officeOf().test.setNow(null);
    expect(reset.statusCode).toBe(200);
  });

  it("works for 7 days and no longer", async () => {
    const [early, late] = [await createTakenOver(), await createTakenOver()];
    await officeOf().test.advance(7 * DAY_MS - 60_000);
    expect((await restore(early.token)).statusCode).toBe(200);
    await officeOf().test.advance(60_000);
    expect((await restore(late.token)).statusCode).toBe(400);
    await officeOf().test.setNow(null);
  });

  it("works for a closed account, which stays closed and is sent no link", async () => {
    const owner = await createTakenOver();
    const headers = { cookie: await signInAs(officeOf().db, owner.id) };
    await app.inject({ method: "POST", url: "/api/account/close", headers });
    expect((await restore(owner.token)).statusCode).toBe(200);
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
    expect(await findUserById(officeOf().db, owner.id)).toMatchObject({ isActive: false });
    await officeOf().settle();
    expect(subjectsTo(owner.email)).not.toContain(RESET);
  });

  it.each([
    ["a new password", (id: string) => resetPassword(operatorOf(), id)],
    ["a deactivation", (id: string) => setActive(operatorOf(), id, false)],
  ])("ends when the operator gives the account %s, sent or not", async (_what, act) => {
    const owner = await createTakenOver();
    await officeOf().server.close();
    await moveTo(owner, newAddress("second"));
    await act(owner.id);
    await setActive(operatorOf(), owner.id, true);
    expect((await restore(owner.token)).json()).toMatchObject({ code: "LINK_ENDED" });
    await officeOf().server.open();
    await officeOf().advance(10);
    expect(subjectsTo(owner.thief)).not.toContain(NOTICE);
  });

  it("tells nobody else of a loss when there was no verified address or the same one", async () => {
    const owner = await createOwner();
    const link = { userId: owner.id, purpose: "restore-email", email: owner.email } as const;
    for (const verified of [owner.email.toUpperCase(), null]) {
      await officeOf().test.run(
        "update users set email = 'newer@example.com', verified_email = $2 where id = $1",
        [owner.id, verified],
      );
      expect((await restore(await addLink(officeOf().db, link))).statusCode).toBe(200);
    }
    await officeOf().settle();
    const subjects = officeOf().server.received.map(({ headers }) => headers.subject);
    expect(subjects).not.toContain(REPLACED);
  });

  it("does nothing when it is only opened", async () => {
    const owner = await createTakenOver();
    const opened = await app.inject(`/api/auth/restore-email?token=${owner.token}`);
    expect(opened.statusCode).toBe(405);
    expect(await emailsOf(owner)).toEqual([owner.thief, owner.thief]);
  });
});

describe("at the same time", () => {
  const rounds = Array.from({ length: RACE_ROUNDS }, (_, n) => n);
  const linkOf = (userId: string, email: string) =>
    addLink(officeOf().db, { userId, purpose: "restore-email", email });

  it("of 20 uses of one link one succeeds", async () => {
    const owner = await createTakenOver();
    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(owner.token)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
  });

  it.each(rounds)("the earliest of three addresses wins (%i)", async () => {
    const owner = await createOwner();
    const addresses = [owner.email, newAddress("second"), newAddress("third")];
    const tokens: string[] = [];
    for (const address of addresses) tokens.push(await linkOf(owner.id, address));
    const [first] = await Promise.all(tokens.map(restore));
    expect(first?.statusCode).toBe(200);
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
  });

  it.each(rounds)("a verification does not outlive the restored address (%i)", async () => {
    const owner = await createOwner();
    const thief = newAddress("thief");
    const headers = { cookie: owner.cookie };
    const payload = { email: thief };
    await app.inject({ method: "PATCH", url: "/api/account/info", headers, payload });
    const proof = { userId: owner.id, purpose: "verify-email", email: thief } as const;
    const tokens = [await addLink(officeOf().db, proof), await linkOf(owner.id, owner.email)];
    await Promise.all([verify(`${tokens[0]}`), restore(`${tokens[1]}`)]);
    expect(await emailsOf(owner)).toEqual([owner.email, owner.email]);
    const left = await officeOf().test.run("select from email_tokens where user_id = $1", [
      owner.id,
    ]);
    expect(left).toEqual([]);
  });

  it.each(rounds)("a sign-in does not outlive it (%i)", async () => {
    const owner = await createOwner();
    await officeOf()
      .db.transaction()
      .execute((tx) => deleteUserSessions(tx, owner.id));
    const token = await linkOf(owner.id, owner.email);
    const [signedIn] = await Promise.all([login(owner), restore(token)]);
    expect([200, 401]).toContain(signedIn.statusCode);
    expect(await countSessions(owner)).toBe(0);
    expect((await login(owner)).statusCode).toBe(401);
  });
});
