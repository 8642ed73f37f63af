import { writeFile } from "node:fs/promises";
import { startTestServer } from "../src/test-server.ts";
import { createTestDb } from "../src/testing.ts";
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
