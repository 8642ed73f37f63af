import { writeFile } from "node:fs/promises";
import { createTestDb } from "../test/test-db.ts";
import { startTestServer } from "../test/test-server.ts";
import { generateSchemaTypes, SCHEMA_TYPES_FILE } from "./schema-types.ts";

/** Writes src/schema.gen.ts from a freshly migrated database. */
const server = await startTestServer();
process.env.TEST_DATABASE_URL = server.url;
try {
  const { ownerUrl, drop } = await createTestDb();
  await writeFile(SCHEMA_TYPES_FILE, await generateSchemaTypes(ownerUrl));
  await drop();
} finally {
  await server.stop();
}
