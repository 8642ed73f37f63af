import { createDb, type Db } from "@studbook/db/client";
import { cancelLockWaits } from "@studbook/db/queries/lock-waits";
import { lockUser } from "@studbook/db/queries/users";
import { createTestDb, runSql, type TestDb, withConnection } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, createMember } from "../../test/test-app.ts";

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
    cancelLockWaits: (backends) => cancelLockWaits(test.db, backends, 50),
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

const change = async ({ cookie }: { cookie: string }) => {
  const headers = { cookie };
  const payload = { firstName: "Ann" };
  const request = { method: "PATCH", url: "/api/account/info", headers, payload } as const;
  return (await app.inject(request)).statusCode;
};

it.each([
  { sessions: "sessions that the server has seen before", isKnown: true },
  { sessions: "sessions that are new to the server", isKnown: false },
])(
  "lets a locked user's changes wait without occupying the connections of others: $sessions",
  async ({ isKnown }) => {
    const [locked, other, third] = await Promise.all([1, 2, 3].map(() => createMember(test.db)));
    if (!locked || !other || !third) throw new RangeError("There are no members");
    if (isKnown) expect(await Promise.all([change(locked), change(other)])).toEqual([200, 200]);
    await whileLocked(
      (tx) => lockUser(tx, locked.id),
      async () => {
        const blocked = Promise.all(Array.from({ length: 4 }, () => change(locked)));
        await expect.poll(() => test.countLockWaits()).toBe(2);
        expect(await change(other)).toBe(200);
        expect(await test.countLockWaits()).toBeLessThanOrEqual(2);
        expect(new Set(await blocked)).toEqual(new Set([503]));
        const next = change(locked);
        await expect.poll(() => test.countLockWaits()).toBe(1);
        expect(await change(third)).toBe(200);
        expect(await next).toBe(503);
      },
    );
    expect(await change(locked)).toBe(200);
  },
);
