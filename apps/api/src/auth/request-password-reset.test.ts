import { updateUserInfo } from "@studbook/db/queries/users";
import { recordStatements } from "@studbook/db/test/record-statements";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useOutbox } from "../../test/mail-outbox.ts";
import { buildTestApp, RACE_ROUNDS, testConfig } from "../../test/test-app.ts";
import { sendResetLinks } from "../mail/send-reset-links.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OWNER = "198.51.100.1";
const STRANGER = "203.0.113.1";

const officeOf = useOutbox({ once: true });

let app: FastifyInstance;
let limited: FastifyInstance;
beforeAll(async () => {
  await officeOf().startWorker();
  app = await officeOf().buildApp();
  const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
  limited = await buildTestApp(officeOf().db, parts);
});
beforeEach(async () => {
  await officeOf().settle();
  await officeOf().test.setNow(null);
  officeOf().server.received.splice(0);
});
afterAll(async () => {
  await app.close();
  await limited.close();
});

const ask = (account: string, to = app, remoteAddress = OWNER) =>
  to.inject({
    method: "POST",
    url: "/api/auth/request-password-reset",
    remoteAddress,
    payload: { account },
  });
const subjects = () => officeOf().server.received.map(({ headers }) => headers.subject);

/** How many mails this sends. */
async function countSent(act: () => Promise<unknown>): Promise<number> {
  const before = officeOf().server.received.length;
  await act();
  await officeOf().settle();
  return officeOf().server.received.length - before;
}

async function createAccount(fields: object = {}) {
  return await officeOf().member({ email: `${crypto.randomUUID()}@example.com`, ...fields });
}

describe("asking for a link", () => {
  it.each([
    ["by username", ({ username }: { username: string }) => username.toUpperCase()],
    ["by e-mail", ({ email }: { email: string | null }) => `${email}`.toUpperCase()],
  ])("sends it to the verified address: %s", async (_way, accountOf) => {
    const user = await createAccount();
    await ask(accountOf(user));
    await officeOf().settle();
    expect(officeOf().server.received).toMatchObject([{ to: [user.email] }]);
    expect(officeOf().lastToken()).toHaveLength(43);
  });

  it("sends one to each account of an address, and names it", async () => {
    const [one, two] = [await createAccount(), await createAccount()];
    await updateUserInfo(officeOf().db, two.id, { email: one.email });
    await ask(`${one.email}`);
    await officeOf().settle();
    expect(subjects()).toHaveLength(1);
    await officeOf().test.advance(10 * MINUTE_MS);
    const three = await createAccount({ email: one.email });
    await ask(`${one.email}`);
    await officeOf().settle();
    const bodies = officeOf()
      .server.received.slice(1)
      .map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    for (const { username } of [one, three]) {
      expect(bodies.filter((body) => body.includes(`account ${username}.`))).toHaveLength(1);
    }
    await officeOf().test.setNow(null);
  });

  it("keeps what was typed for a few minutes", async () => {
    const typed = "a-password-typed-by-mistake";
    await ask(typed);
    await officeOf().settle();
    const listJobs = () =>
      officeOf().test.run("select from pgboss.job where data ->> 'account' = $1", [typed]);
    expect(await listJobs()).toHaveLength(1);
    await officeOf().advance(2);
    // The queue is maintained beside the work that was waited for. Steps this small never add up to an hour.
    const lookLater = () => officeOf().clock.tick(1500).then(listJobs);
    await expect.poll(lookLater, { timeout: 30_000, interval: 20 }).toEqual([]);
  });

  it("takes the same answer and the same statements, known or unknown", async () => {
    const known = await createAccount();
    const unverified = await createAccount({ verifiedEmail: null });
    const inactive = await createAccount({ isActive: false });
    const noAddress = await createAccount({ email: null });
    const server = await buildTestApp(officeOf().db, {
      config: testConfig("on"),
      enqueue: officeOf().enqueue,
    });
    const seen: unknown[] = [];
    for (const account of [
      known.username,
      `${known.email}`,
      unverified.username,
      inactive.username,
      noAddress.username,
      "nobody.of.that.name",
      "nobody@example.com",
      "no such name!",
    ]) {
      const record = recordStatements();
      const { statusCode, headers, body } = await ask(account, server);
      record.stop();
      const {
        "x-request-id": _id,
        date: _date,
        "ratelimit-remaining": _left,
        "ratelimit-reset": _reset,
        ...others
      } = headers;
      seen.push({ statusCode, others, body, statements: record.statements });
    }
    await server.close();
    expect(seen[0]).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
    expect(JSON.stringify(seen[0])).toContain("pgboss");
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    await officeOf().settle();
    // One mail for both names of the account.
    expect(subjects()).toHaveLength(1);
  });

  it("takes a letter that only looks like one of a name for another letter", async () => {
    const { username } = await createAccount({ username: `premium-${crypto.randomUUID()}` });
    for (const lookalike of ["premİum", "premıum", "prem\u0456um"]) {
      expect(await countSent(() => ask(username.replace("premium", lookalike)))).toBe(0);
    }
    expect(await countSent(() => ask(username.toUpperCase()))).toBe(1);
  });
});

describe("a link to an account", () => {
  it.each(Array.from({ length: RACE_ROUNDS }, (_, n) => n))(
    "is sent once for 20 requests at once (%i)",
    async () => {
      const { username, email } = await createAccount();
      const { db, enqueue } = officeOf();
      const sent = await countSent(() =>
        Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            sendResetLinks({ db, enqueue }, crypto.randomUUID(), n % 2 ? username : `${email}`),
          ),
        ),
      );
      expect(sent).toBe(1);
    },
  );

  it("is sent again after 10 minutes, counted from when the last one left", async () => {
    const { username } = await createAccount();
    expect(await countSent(() => ask(username))).toBe(1);
    await officeOf().test.advance(10 * MINUTE_MS - 30_000);
    expect(await countSent(() => ask(username))).toBe(0);
    await officeOf().test.advance(30_000);
    await officeOf().server.close();
    expect(await countSent(() => ask(username))).toBe(0);
    await officeOf().test.advance(9 * MINUTE_MS);
    await officeOf().server.open();
    expect(await countSent(() => officeOf().advance(5))).toBe(1);
    await officeOf().test.advance(9 * MINUTE_MS);
    expect(await countSent(() => ask(username))).toBe(0);
  });

  it("is sent 10 times a day, the last one for as long as no other is", async () => {
    const { username } = await createAccount();
    for (let n = 1; n <= 12; n++) {
      expect(await countSent(() => ask(username))).toBe(n <= 10 ? 1 : 0);
      await officeOf().test.advance(10 * MINUTE_MS);
    }
    const [ninth, tenth] = officeOf().server.received.slice(8);
    expect(ninth?.body).toContain("once and expires in 60 minutes.");
    expect(tenth?.body).toContain("once and expires in 24 hours.");
    await officeOf().test.advance(DAY_MS - 125 * MINUTE_MS);
    expect(await countSent(() => ask(username))).toBe(0);
    const payload = { token: officeOf().lastToken(), newPassword: "another-password" };
    const url = "/api/auth/reset-password";
    expect((await app.inject({ method: "POST", url, payload })).statusCode).toBe(200);
    await officeOf().settle();
    await officeOf().test.advance(5 * MINUTE_MS);
    expect(await countSent(() => ask(username))).toBe(1);
  });
});

describe("a stranger who asks again and again", () => {
  it("is answered alike, and keeps nobody else from a link", async () => {
    const { username } = await createAccount();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(username, limited, STRANGER)),
    );
    for (const { statusCode, body } of answers) {
      expect([statusCode, body]).toEqual([200, '{"ok":true}']);
    }
    await officeOf().settle();
    expect(subjects()).toHaveLength(1);
    await officeOf().test.advance(10 * MINUTE_MS);
    expect(await countSent(() => ask(username, limited, STRANGER))).toBe(0);
    expect(await countSent(() => ask(username, limited, OWNER))).toBe(1);
  });

  it("is answered alike for an account that does not exist", async () => {
    const { username } = await createAccount();
    const seen: unknown[] = [];
    for (const account of [username, "nobody.of.that.name"]) {
      for (let n = 0; n < 7; n++) {
        const { statusCode, headers, body } = await ask(account, limited, "203.0.113.2");
        seen.push([statusCode, Object.keys(headers), body]);
      }
    }
    expect(seen).toEqual(Array(14).fill(seen[0]));
  });

  it("has a limit for the network, on all servers together", async () => {
    const parts = { config: testConfig("on"), enqueue: officeOf().enqueue };
    const second = await buildTestApp(officeOf().db, parts);
    const addresses = ["2001:db8:1:1::1", "2001:db8:1:1::2"];
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) =>
        ask(`someone${n}`, n % 2 ? limited : second, addresses[n % 3 ? 0 : 1]),
      ),
    );
    await second.close();
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.headers["retry-after"]).toBeDefined();
    expect((await ask("someone", limited, "2001:db8:1:2::1")).statusCode).toBe(200);
  });
});
