import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import type { AppParts } from "../src/app.ts";
import { buildTestApp } from "./test-app.ts";

/** Opens a database and a server before the first test of the file and closes them after the last one. */
export function useTestApp(
  options: { poolSize?: number; parts?: Partial<AppParts> } = {},
): Pick<TestDb, "db" | "setNow" | "advance" | "run" | "countLockWaits"> & { app: FastifyInstance } {
  let test: TestDb | undefined;
  let app: FastifyInstance | undefined;
  beforeAll(async () => {
    test = await createTestDb(options.poolSize ? { poolSize: options.poolSize } : {});
    app = await buildTestApp(test.db, options.parts);
  });
  afterAll(async () => {
    await app?.close();
    await test?.drop();
  });
  const opened = () => {
    if (!test || !app) throw new Error("The test server has not started");
    return { test, app };
  };
  return {
    get app() {
      return opened().app;
    },
    get db() {
      return opened().test.db;
    },
    setNow: (now) => opened().test.setNow(now),
    advance: (ms) => opened().test.advance(ms),
    run: (text, values) => opened().test.run(text, values),
    countLockWaits: () => opened().test.countLockWaits(),
  };
}
