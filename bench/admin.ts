import { parseArgs } from "node:util";
import { createTestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { measureDatabase } from "./admin-database.ts";
import { measureExports } from "./admin-exports.ts";
import { fillDatabase, LARGE_SITE } from "./fill-database.ts";

const { values: flags } = parseArgs({ options: { "database-only": { type: "boolean" } } });

/**
 * Measures the admin pages with 100,000 users, a million ads and 200,000 payments: the database's CPU time
 * relative to SELECT 1, and the server's memory during exports.
 */
async function main(): Promise<void> {
  if (process.platform !== "linux") throw new Error("This benchmark needs Linux's /proc");
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    const studbook = await createTestDb({ poolSize: 1 });
    process.stdout.write(`On ${server.description}\n`);
    await fillDatabase(studbook, LARGE_SITE);
    // The owner's pool also has a single connection, so all reads run on the measured backend.
    await measureDatabase({ ...studbook, db: studbook.owner });
    if (!flags["database-only"]) await measureExports(studbook);
    await studbook.drop();
  } finally {
    await server.stop();
  }
}

await main();
