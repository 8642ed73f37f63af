import { startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, runSql } from "@studbook/db/test/test-db";
import pino from "pino";
import { expect, it } from "vitest";
import { openDatabases } from "./databases.ts";

it("logs idle connections that are lost together in one line, and opens new ones", async () => {
  const test = await createTestDb();
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const { close, reads } = openDatabases(
    {
      database: {
        url: test.url,
        directUrl: test.url,
        replicaUrl: undefined,
        poolSize: 6,
        knowsOwner: false,
      },
    },
    logger,
  );
  await Promise.all(Array.from({ length: 3 }, () => runSql(reads, "select 1")));
  const ended = await runSql(
    test.owner,
    "select pg_terminate_backend(pid) from pg_stat_activity where starts_with(application_name, 'studbook-api reads ') and datname = current_database()",
  );
  expect(ended).toHaveLength(3);
  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 40,
    connections: 3,
    msg: "lost idle database connections",
    reason: "terminating connection due to administrator command",
  });
  expect(await runSql(reads, "select 1 as one")).toEqual([{ one: 1 }]);
  await close();
  await test.drop();
});

it("connects directly for what needs a session, and through the pooler for requests", async () => {
  const test = await createTestDb();
  const pooler = await startFaultProxy(test.url);
  const { close, reads, changes, probe, jobs, counts, control } = openDatabases(
    {
      database: {
        url: pooler.url,
        directUrl: test.url,
        replicaUrl: undefined,
        poolSize: 2,
        knowsOwner: false,
      },
    },
    pino({ level: "silent" }),
  );
  pooler.refuse();
  for (const db of [jobs, counts, control]) await runSql(db, "select 1");
  for (const db of [reads, changes, probe]) {
    await expect(runSql(db, "select 1")).rejects.toThrow("ECONNRESET");
  }
  await close();
  await pooler.close();
  await test.drop();
});
