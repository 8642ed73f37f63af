import { createDb, type Db } from "@studbook/db/client";
import { cancelLockWaits } from "@studbook/db/queries/lock-waits";
import { deleteSession } from "@studbook/db/queries/sessions";
import { lockUser } from "@studbook/db/queries/users";
import { startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, runSql, type TestDb, withConnection } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, createMember, PASSWORD, signInAs } from "../../test/test-app.ts";
import { hashToken } from "../auth/lucia.ts";
import { recentSessions } from "../auth/recent-sessions.ts";

/** Long enough to see the waits on a busy machine. */
const LOCK_TIMEOUT_MS = 1000;

let test: TestDb;
let db: Db;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDb();
  db = createDb({
    url: test.url,
    poolSize: 3,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    applicationName: "stuck requests",
    cancelLockWaits: () => cancelLockWaits(test.db, "stuck requests", 50),
    onPoolError: () => undefined,
  });
  app = await buildTestApp(db, { limits: { slots: {}, overload: {} } });
});
afterAll(async () => {
  await app.close();
  await db.destroy();
  await test.drop();
});

/** Runs work while another session holds locks. */
const whileLocked = (
  lock: (tx: Parameters<typeof lockUser>[0]) => Promise<unknown>,
  work: () => Promise<void>,
) =>
  withConnection(test.ownerUrl, (owner) =>
    owner.transaction().execute(async (tx) => {
      await lock(tx);
      await work();
    }),
  );

const statusOf = async (url: string) => (await app.inject(url)).statusCode;

it("lets reads of a locked table in one at a time until one succeeds", async () => {
  await whileLocked(
    (tx) => runSql(tx, "lock table ads"),
    async () => {
      expect(await statusOf("/api/ads")).toBe(503);
      const statuses = Promise.all(Array.from({ length: 20 }, () => statusOf("/api/ads")));
      await expect.poll(() => test.countLockWaits()).toBe(1);
      expect(await statusOf("/api/payments/config")).toBe(200);
      expect(new Set(await statuses)).toEqual(new Set([503]));
    },
  );
  expect(await statusOf("/api/ads")).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf("/api/ads")));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it("lets visitors without a session read while those with one wait in vain", async () => {
  const { cookie } = await createMember(test.db);
  const read = async () => (await app.inject({ url: "/api/ads", headers: { cookie } })).statusCode;
  await whileLocked(
    (tx) => runSql(tx, "lock table sessions"),
    async () => {
      expect(await read()).toBe(503);
      const next = read();
      await expect.poll(() => test.countLockWaits()).toBe(1);
      expect(await statusOf("/api/ads")).toBe(200);
      expect(await next).toBe(503);
    },
  );
  expect(await read()).toBe(200);
});

/** Returns the status of a change, or the code of a 503. */
const change = async (cookie: string, server = app) => {
  const headers = { cookie };
  const payload = { firstName: "Ann" };
  const request = { method: "PATCH", url: "/api/account/info", headers, payload } as const;
  const response = await server.inject(request);
  return response.statusCode === 503 ? response.json().code : response.statusCode;
};

it.each([
  { sessions: "a session that the server has seen before", isKnown: true },
  { sessions: "sessions that are new to the server", isKnown: false },
])(
  "lets a locked user's changes wait without occupying the connections of others: $sessions",
  async ({ isKnown }) => {
    const [locked, other, third] = await Promise.all([1, 2, 3].map(() => createMember(test.db)));
    if (!locked || !other || !third) throw new RangeError("There are no members");
    if (isKnown) await Promise.all([change(locked.cookie), change(other.cookie)]);
    const cookies = isKnown
      ? Array.from({ length: 4 }, () => locked.cookie)
      : await Promise.all(Array.from({ length: 4 }, () => signInAs(test.db, locked.id)));
    await whileLocked(
      (tx) => lockUser(tx, locked.id),
      async () => {
        const blocked = Promise.all(cookies.map((cookie) => change(cookie)));
        await expect.poll(() => test.countLockWaits()).toBe(2);
        expect(await change(other.cookie)).toBe(200);
        expect(await test.countLockWaits()).toBeLessThanOrEqual(2);
        expect(new Set(await blocked)).toEqual(new Set(["BUSY"]));
        const next = change(locked.cookie);
        await expect.poll(() => test.countLockWaits()).toBe(1);
        expect(await change(third.cookie)).toBe(200);
        expect(await next).toBe("BUSY");
      },
    );
    expect(await change(locked.cookie)).toBe(200);
  },
);

it("does not run a change whose session ended while it waited in its user's line", async () => {
  const { id } = await createMember(test.db);
  const cookies = await Promise.all([1, 2, 3].map(() => signInAs(test.db, id)));
  const [first, second, third] = cookies;
  if (!first || !second || !third) throw new RangeError("There are no sessions");
  const [, token = ""] = third.split("=");
  let last: ReturnType<typeof change> | undefined;
  await whileLocked(
    (tx) => lockUser(tx, id),
    async () => {
      const blocked = Promise.all([change(first), change(second)]);
      await expect.poll(() => test.countLockWaits()).toBe(2);
      last = change(third);
      await expect.poll(() => recentSessions.find(hashToken(token))).toBe(id);
      await deleteSession(test.db, hashToken(token));
      expect(await blocked).toEqual(["BUSY", "BUSY"]);
    },
  );
  expect(await last).toBe(401);
});

it("lets others sign in while a locked user's sign-ins wait in vain", async () => {
  const [locked, other] = await Promise.all([1, 2].map(() => createMember(test.db)));
  if (!locked || !other) throw new RangeError("There are no members");
  const signIn = async ({ username }: { username: string }, remoteAddress: string) => {
    const payload = { username, password: PASSWORD };
    const request = { method: "POST", url: "/api/login", payload, remoteAddress } as const;
    return (await app.inject(request)).statusCode;
  };
  await whileLocked(
    (tx) => lockUser(tx, locked.id),
    async () => {
      expect(await signIn(locked, "198.51.100.1")).toBe(503);
      const next = signIn(locked, "198.51.100.1");
      await expect.poll(() => test.countLockWaits()).toBe(1);
      expect(await signIn(other, "203.0.113.1")).toBe(200);
      expect(await next).toBe(503);
    },
  );
});

describe("a request that is refused or has spent its budget", () => {
  const openApp = async (url: string) => {
    const waiting = createDb({
      url,
      poolSize: 3,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      onPoolError: () => undefined,
    });
    const limits = { slots: {}, overload: {}, waitMs: LOCK_TIMEOUT_MS + 800 };
    const limited = await buildTestApp(waiting, { limits });
    const close = async () => {
      await limited.close();
      await waiting.destroy();
    };
    return { limited, close };
  };

  it("says that the server is busy while a row is locked", async () => {
    const { limited, close } = await openApp(test.url);
    const member = await createMember(test.db);
    expect(await change(member.cookie, limited)).toBe(200);
    await whileLocked(
      (tx) => lockUser(tx, member.id),
      async () => {
        const codes = Array.from({ length: 8 }, () => change(member.cookie, limited));
        expect(new Set(await Promise.all(codes))).toEqual(new Set(["BUSY"]));
      },
    );
    await close();
  });

  it("says that the database cannot be reached while it responds to nobody", async () => {
    const proxy = await startFaultProxy(test.url);
    const { limited, close } = await openApp(proxy.url);
    const codeOf = async () => (await limited.inject("/api/ads")).json().code;
    expect((await limited.inject("/api/ads")).statusCode).toBe(200);
    proxy.pause();
    expect(await codeOf()).toBe("NOT_READY");
    const codes = await Promise.all(Array.from({ length: 8 }, codeOf));
    expect(new Set(codes)).toEqual(new Set(["NOT_READY"]));
    proxy.resume();
    await close();
    await proxy.close();
  });
});
