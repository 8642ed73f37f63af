import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generateSchemaTypes, SCHEMA_TYPES_FILE } from "../scripts/schema-types.ts";
import { createTestDb } from "../test/test-db.ts";

test("schema.gen.ts matches the migrated database", async () => {
  const { ownerUrl, drop } = await createTestDb();
  const committed = await readFile(SCHEMA_TYPES_FILE, "utf8");
  expect(committed, "run: pnpm generate").toBe(await generateSchemaTypes(ownerUrl));
  await drop();
});
