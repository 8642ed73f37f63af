import { migrateToLatest } from "@studbook/db/migrate";
import { createTestDb } from "@studbook/db/test/test-db";
import { ClusterInUse } from "@studbook/local-postgres/claim-cluster";
import { LocalPostgresError } from "@studbook/local-postgres/local-postgres-error";
import { expect, onTestFinished, test } from "vitest";
import { explainError } from "./explain-error.ts";

const options = { command: "dev", dataDir: "/srv/.data" };

test("says what to do about a database that another branch has migrated", async () => {
  const database = await createTestDb();
  onTestFinished(() => database.drop());
  await database.run("insert into kysely_migration (name, timestamp) values ('9999-other', now())");
  const error = await migrateToLatest({ url: database.ownerUrl }).catch(
    (reason: unknown) => reason,
  );
  expect(explainError(error, options)).toMatch(/9999-other is missing\n.*delete \/srv\/\.data/);
});

test("repeats why PostgreSQL cannot run, without a stack", () => {
  const error = new LocalPostgresError("Cannot create the database in /srv: no space left");
  expect(explainError(error, options)).toBe(error.message);
});

test("names the process and the folder if another process uses the database", () => {
  const message = explainError(new ClusterInUse("/srv/.data/postgres", 42), options);
  expect(message).toMatch(/^Process 42 .* \/srv\/\.data\..* DATA_DIR=.* pnpm dev$/);
});
