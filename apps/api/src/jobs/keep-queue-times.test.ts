import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareDatabase } from "../prepare-database.ts";
import { startKeepingQueueTimes } from "./keep-queue-times.ts";

let test: TestDb;
let lines: string[];
let stopping: AbortController;
beforeEach(async () => {
  test = await createTestDb({ migrated: false });
  await prepareDatabase(test);
  lines = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await test.drop();
});

const start = () =>
  startKeepingQueueTimes(
    test.db,
    pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
    stopping.signal,
  );

const countFuture = async () =>
  (
    await test.run(`
      select count(*)::int as n from (
        select cron_on as at from pgboss.version
        union all select unnest(array[maintain_on, monitor_claim_on, monitor_on]) from pgboss.queue
        union all select start_after from pgboss.job where id = '00000000-0000-4000-8000-000000000001'
      ) times where at > now() + interval '1 minute'`)
  )[0]?.n;

it("resets times that a fast clock has written", async () => {
  await test.run("update pgboss.version set cron_on = now() + interval '1 day'");
  await test.run(
    "update pgboss.queue set maintain_on = now() + interval '1 day' where name = 'send-mail'",
  );
  await test.run(`
    insert into pgboss.job (id, name, start_after)
    values ('00000000-0000-4000-8000-000000000001', 'send-mail', now() + interval '1 day')`);
  expect(await countFuture()).toBe(3);
  start();
  await expect.poll(() => lines).toEqual([expect.stringContaining("was set back")]);
  expect(await countFuture()).toBe(0);
});

it("leaves the retries of the next hour alone", async () => {
  await test.run(`
    insert into pgboss.job (id, name, start_after)
    values ('00000000-0000-4000-8000-000000000001', 'send-mail', now() + interval '1 hour')`);
  await test.run("update pgboss.version set cron_on = now() + interval '1 day'");
  start();
  await expect.poll(() => lines).toHaveLength(1);
  expect(await countFuture()).toBe(1);
});
