import { createUser } from "@studbook/db/test/factories";
import { listMails } from "@studbook/db/test/list-mails";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import type { PgBoss } from "pg-boss";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { createBoss, createEnqueue } from "../jobs/boss.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { MAIL_QUEUE, queueMail } from "./queue-mail.ts";
import { RESET_QUEUE } from "./send-reset-links.ts";

let test: TestDb;
let boss: PgBoss;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDb();
  await prepareDatabase(test);
  boss = createBoss({ url: test.url, logger: pino({ level: "silent" }) });
  await boss.start();
  const parts = { config: testConfig("on"), enqueue: createEnqueue(boss) };
  app = await buildTestApp(test.db, parts);
});
afterAll(async () => {
  await app.close();
  await boss.stop({ graceful: false });
  await test.drop();
});

const requestReset = async (account: string, remoteAddress: string) => {
  const url = "/api/auth/request-password-reset";
  const response = await app.inject({ method: "POST", url, remoteAddress, payload: { account } });
  expect(response.statusCode).toBe(200);
};

/** The accounts of the next `count` requests in the queue, sorted. */
const fetchNext = async (count: number) => {
  const jobs = await boss.fetch<{ account: string }>(RESET_QUEUE, { batchSize: count });
  return jobs.map(({ data }) => data.account).toSorted();
};

it.each([
  ["from a few addresses", "198.51.100.1", 5, (n: number) => `203.0.113.${n % 5}`],
  [
    "from many networks of one site",
    "198.51.100.2",
    10,
    (n: number) => `2001:db8:1:${n.toString(16)}::1`,
  ],
])("processes an owner's request before many queued ones %s", async (_how, owner, first, from) => {
  for (let n = 0; n < 150; n++) await requestReset(`nobody-${n}`, from(n));
  await requestReset("owner", owner);
  const nobodies = Array.from({ length: first }, (_, n) => `nobody-${n}`);
  expect(await fetchNext(first + 1)).toEqual([...nobodies, "owner"]);
  await boss.deleteQueuedJobs(RESET_QUEUE);
});

it("sends links before notices that were queued earlier", async () => {
  const { id: userId } = await createUser(test.db);
  const notice = { kind: "password-changed", details: {}, userId } as const;
  const notices = Array.from({ length: 20 }, () => notice);
  const mails = [
    ...notices,
    { kind: "verify-email", details: { isFirstOfNetwork: false }, userId },
    { kind: "restore-email", details: { linkId: 1 }, userId },
    { kind: "reset-password", details: { minutes: 60, isAfterRestore: false }, userId },
  ] as const;
  for (const mail of mails) {
    await test.db.transaction().execute((tx) => queueMail(tx, createEnqueue(boss), mail));
  }
  const kinds = new Map((await listMails(test.db)).map(({ id, kind }) => [id, kind]));
  const sent: unknown[] = [];
  for (const _mail of mails) {
    const jobs = await boss.fetch<{ mailId: string }>(MAIL_QUEUE);
    sent.push(...jobs.map(({ data }) => kinds.get(data.mailId)));
  }
  const links = ["reset-password", "restore-email", "verify-email"];
  expect(sent).toEqual([...links, ...notices.map(({ kind }) => kind)]);
});
