import { parseArgs } from "node:util";
import { createTestDb } from "@studbook/db/test/test-db";
import { startTestServer } from "@studbook/db/test/test-server";
import { fillForAdmin } from "./admin-data.ts";
import { measureDatabase } from "./admin-database.ts";
import { measureExports } from "./admin-exports.ts";

const { values: flags } = parseArgs({ options: { "database-only": { type: "boolean" } } });

/**
 * What the operator's pages cost the database with 100,000 users, a million ads and 200,000 payments, as
 * the CPU of its backend over that of SELECT 1; and what the files cost the server in memory.
 */
async function main(): Promise<void> {
  if (process.platform !== "linux")
    throw new Error("Processes are measured as Linux tells of them");
  const server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    const studbook = await createTestDb({ poolSize: 1 });
    process.stdout.write(`On ${server.description}\n`);
    await fillForAdmin(studbook);
    // By the owner, who has a single connection too: what it asks and what is measured share it.
    await measureDatabase({ ...studbook, db: studbook.owner });
    if (!flags["database-only"]) await measureExports(studbook);
    await studbook.drop();
  } finally {
    await server.stop();
  }
}

await main();
