import { randomBytes } from "node:crypto";
import { dropTestDatabases } from "./test-db.ts";
import { startTestServer } from "./test-server.ts";

/** Starts PostgreSQL for all test files, sets TEST_DATABASE_URL, and cleans up after the run. */
export async function setup(): Promise<() => Promise<void>> {
  const isProvided = Boolean(process.env.TEST_DATABASE_URL);
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  process.env.STUDBOOK_TEST_RUN ??= randomBytes(4).toString("hex");
  if (!isProvided) process.stdout.write(`PostgreSQL for the tests: ${server.description}\n`);
  return async () => {
    await dropTestDatabases();
    await server.stop();
  };
}
