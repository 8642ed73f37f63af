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

const getOutbox = useOutbox({ once: true });

let app: FastifyInstance;
let limited: FastifyInstance;
beforeAll(async () => {
  await getOutbox().startWorker();
  app = await getOutbox().buildApp();
  const parts = { config: testConfig("on"), enqueue: getOutbox().enqueue };
  limited = await buildTestApp(getOutbox().db, parts);
});
beforeEach(async () => {
  await getOutbox().settle();
  await getOutbox().test.setNow(null);
  getOutbox().server.received.splice(0);
});
afterAll(async () => {
  await app.close();
  await limited.close();
});

const request = (account: string, to = app, remoteAddress = OWNER) =>
  to.inject({
    method: "POST",
    url: "/api/auth/request-password-reset",
    remoteAddress,
    payload: { account },
  });
const subjects = () => getOutbox().server.received.map(({ headers }) => headers.subject);

/** Returns how many emails `act` sends. */
async function countSent(act: () => Promise<unknown>): Promise<number> {
  const before = getOutbox().server.received.length;
  await act();
  await getOutbox().settle();
  return getOutbox().server.received.length - before;
}

async function createAccount(fields: object = {}) {
  return await getOutbox().member({ email: `${crypto.randomUUID()}@example.com`, ...fields });
}

describe("a request for a password reset", () => {
  it.each([
    ["by username", ({ username }: { username: string }) => username.toUpperCase()],
    ["by email address", ({ email }: { email: string | null }) => `${email}`.toUpperCase()],
  ])("%s sends a link to the verified address", async (_way, accountOf) => {
    const user = await createAccount();
    await request(accountOf(user));
    await getOutbox().settle();
    expect(getOutbox().server.received).toMatchObject([{ to: [user.email] }]);
    expect(getOutbox().lastToken()).toHaveLength(43);
  });

  it("sends one link for each account that has verified the address, with its username", async () => {
    const one = await createAccount();
    const two = await createAccount();
    await updateUserInfo(getOutbox().db, two.id, { email: one.email });
    await request(`${one.email}`);
    await getOutbox().settle();
    expect(subjects()).toHaveLength(1);
    await getOutbox().test.advance(10 * MINUTE_MS);
    const three = await createAccount({ email: one.email });
    await request(`${one.email}`);
    await getOutbox().settle();
    const bodies = getOutbox()
      .server.received.slice(1)
      .map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    for (const { username } of [one, three]) {
      expect(bodies.filter((body) => body.includes(`account ${username}.`))).toHaveLength(1);
    }
    await getOutbox().test.setNow(null);
  });

  it("is stored for only a few minutes", async () => {
    const typed = "a-password-typed-by-mistake";
    await request(typed);
    await getOutbox().settle();
    const listJobs = () =>
      getOutbox().test.run("select from pgboss.job where data ->> 'account' = $1", [typed]);
    expect(await listJobs()).toHaveLength(1);
    await getOutbox().advance(2);
    // The queue's maintenance runs concurrently with its jobs. The steps are too small to add up to an hour.
    const listJobsLater = () => getOutbox().clock.tick(1500).then(listJobs);
    await expect.poll(listJobsLater, { timeout: 30_000, interval: 20 }).toEqual([]);
  });

  it("has the same response and SQL statements for known and unknown accounts", async () => {
    const known = await createAccount();
    const unverified = await createAccount({ verifiedEmail: null });
    const inactive = await createAccount({ isActive: false });
    const noAddress = await createAccount({ email: null });
    const server = await buildTestApp(getOutbox().db, {
      config: testConfig("on"),
      enqueue: getOutbox().enqueue,
    });
    const seen: unknown[] = [];
    for (const account of [
      known.username,
      `${known.email}`,
      unverified.username,
      inactive.username,
      noAddress.username,
      "unknown.username",
      "unknown@example.com",
      "no such name!",
    ]) {
      const record = recordStatements();
      const { statusCode, headers, body } = await request(account, server);
      record.stop();
      const {
        "x-request-id": _id,
        date: _date,
        "ratelimit-remaining": _remaining,
        "ratelimit-reset": _reset,
        ...others
      } = headers;
      seen.push({ statusCode, others, body, statements: record.statements });
    }
    await server.close();
    expect(seen[0]).toMatchObject({ statusCode: 200, body: '{"ok":true}' });
    expect(JSON.stringify(seen[0])).toContain("pgboss");
    for (const response of seen) expect(response).toEqual(seen[0]);
    await getOutbox().settle();
    // One email for the username and the address of the known account.
    expect(subjects()).toHaveLength(1);
  });

  it("does not match look-alike letters", async () => {
    const { username } = await createAccount({ username: `premium-${crypto.randomUUID()}` });
    for (const lookalike of ["premİum", "premıum", "prem\u0456um"]) {
      expect(await countSent(() => request(username.replace("premium", lookalike)))).toBe(0);
    }
    expect(await countSent(() => request(username.toUpperCase()))).toBe(1);
  });
});

describe("a password reset link", () => {
  it.each(Array.from({ length: RACE_ROUNDS }, (_, n) => n))(
    "is sent once for 20 concurrent requests (%i)",
    async () => {
      const { username, email } = await createAccount();
      const { db, enqueue } = getOutbox();
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

  it("is sent again 10 minutes after the last one was sent", async () => {
    const { username } = await createAccount();
    expect(await countSent(() => request(username))).toBe(1);
    await getOutbox().test.advance(10 * MINUTE_MS - 30_000);
    expect(await countSent(() => request(username))).toBe(0);
    await getOutbox().test.advance(30_000);
    await getOutbox().server.close();
    expect(await countSent(() => request(username))).toBe(0);
    await getOutbox().test.advance(9 * MINUTE_MS);
    await getOutbox().server.open();
    expect(await countSent(() => getOutbox().advance(5))).toBe(1);
    await getOutbox().test.advance(9 * MINUTE_MS);
    expect(await countSent(() => request(username))).toBe(0);
  });

  it("is sent 10 times a day, and the last one is valid until the next one can be sent", async () => {
    const { username } = await createAccount();
    for (let n = 1; n <= 12; n++) {
      expect(await countSent(() => request(username))).toBe(n <= 10 ? 1 : 0);
      await getOutbox().test.advance(10 * MINUTE_MS);
    }
    const [ninth, tenth] = getOutbox().server.received.slice(8);
    expect(ninth?.body).toContain("once and expires in 60 minutes.");
    expect(tenth?.body).toContain("once and expires in 24 hours.");
    await getOutbox().test.advance(DAY_MS - 125 * MINUTE_MS);
    expect(await countSent(() => request(username))).toBe(0);
    const payload = { token: getOutbox().lastToken(), newPassword: "another-password" };
    const url = "/api/auth/reset-password";
    expect((await app.inject({ method: "POST", url, payload })).statusCode).toBe(200);
    await getOutbox().settle();
    await getOutbox().test.advance(5 * MINUTE_MS);
    expect(await countSent(() => request(username))).toBe(1);
  });
});

describe("a stranger with many requests", () => {
  it("always gets the same response, and does not use up the owner's requests", async () => {
    const { username } = await createAccount();
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => request(username, limited, STRANGER)),
    );
    for (const { statusCode, body } of responses) {
      expect([statusCode, body]).toEqual([200, '{"ok":true}']);
    }
    await getOutbox().settle();
    expect(subjects()).toHaveLength(1);
    await getOutbox().test.advance(10 * MINUTE_MS);
    expect(await countSent(() => request(username, limited, STRANGER))).toBe(0);
    expect(await countSent(() => request(username, limited, OWNER))).toBe(1);
  });

  it("gets the same responses for an account that does not exist", async () => {
    const { username } = await createAccount();
    const seen: unknown[] = [];
    for (const account of [username, "unknown.username"]) {
      for (let n = 0; n < 7; n++) {
        const { statusCode, headers, body } = await request(account, limited, "203.0.113.2");
        seen.push([statusCode, Object.keys(headers), body]);
      }
    }
    expect(seen).toEqual(Array(14).fill(seen[0]));
  });

  it("reaches the network's limit, which all servers share", async () => {
    const parts = { config: testConfig("on"), enqueue: getOutbox().enqueue };
    const second = await buildTestApp(getOutbox().db, parts);
    const addresses = ["2001:db8:1:1::1", "2001:db8:1:1::2"];
    const responses = await Promise.all(
      Array.from({ length: 34 }, (_, n) =>
        request(`someone${n}`, n % 2 ? limited : second, addresses[n % 3 ? 0 : 1]),
      ),
    );
    await second.close();
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.headers["retry-after"]).toBeDefined();
    expect((await request("someone", limited, "2001:db8:1:2::1")).statusCode).toBe(200);
  });
});
