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
