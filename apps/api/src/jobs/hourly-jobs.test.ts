import { countAttempt } from "@studbook/db/queries/attempt-counts";
import { insertDevice } from "@studbook/db/queries/devices";
import { countSignInAttempt } from "@studbook/db/queries/sign-in-attempts";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, signInAs, testConfig } from "../../test/test-app.ts";
import { listHourlyJobs } from "./hourly-jobs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

async function run(name: string): Promise<number> {
  const storage = {
    write: async () => undefined,
    open: async () => undefined,
    remove: async () => undefined,
  };
  const jobs = listHourlyJobs({
    config: testConfig(),
    db: test.db,
    storage,
    logger: pino({ level: "silent" }),
  });
  const job = jobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return await job.run(new AbortController().signal);
}

it("deletes expired sessions", async () => {
  const { id } = await createUser(test.db);
  await signInAs(test.db, id);
  await test.advance(6 * DAY_MS);
  const cookie = await signInAs(test.db, id);
  expect(await run("delete-expired-sessions")).toBe(0);
  await test.advance(DAY_MS);
  expect(await run("delete-expired-sessions")).toBe(1);
  const app = await buildTestApp(test.db);
  const me = await app.inject({ url: "/api/auth/me", headers: { cookie } });
  expect(me.statusCode).toBe(200);
  await app.close();
});

it("deletes counted attempts when their time window is over", async () => {
  await countAttempt(test.db, "someone", { attempts: 10, seconds: 900 });
  const limit = {
    attempts: 10,
    windowSeconds: 900,
    firstBlockSeconds: 30,
    longestBlockSeconds: 900,
  };
  await countSignInAttempt(test.db, "someone", limit);
  expect(await run("delete-expired-attempts")).toBe(0);
  await test.advance(900_000);
  expect(await run("delete-expired-attempts")).toBe(2);
});

it("deletes devices that have not signed in for a year", async () => {
  const { id: userId } = await createUser(test.db);
  await test.db.transaction().execute((tx) => insertDevice(tx, { hash: "a-device", userId }));
  await test.advance(364 * DAY_MS);
  expect(await run("delete-unused-devices")).toBe(0);
  await test.advance(DAY_MS);
  expect(await run("delete-unused-devices")).toBe(1);
});

it("deletes unused photos", async () => {
  const { id: userId } = await createUser(test.db);
  const photo = { userId, width: 4, height: 3, bytes: 5 };
  await test.db.insertInto("photos").values(photo).execute();
  await test.advance(DAY_MS);
  expect(await run("delete-unused-photos")).toBe(1);
});

it("deletes upload attempts that no longer count", async () => {
  const { id: userId } = await createUser(test.db);
  await test.db.insertInto("uploadAttempts").values({ userId }).execute();
  expect(await run("delete-expired-upload-attempts")).toBe(0);
  await test.advance(DAY_MS);
  expect(await run("delete-expired-upload-attempts")).toBe(1);
});
