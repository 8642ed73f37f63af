import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generateSchemaTypes, SCHEMA_TYPES_FILE } from "../scripts/schema-types.ts";
import { createTestDb } from "../test/test-db.ts";

test("the kept types are those of the migrated database", async () => {
  const { ownerUrl, drop } = await createTestDb();
  const kept = await readFile(SCHEMA_TYPES_FILE, "utf8");
  expect(kept, "run: pnpm generate").toBe(await generateSchemaTypes(ownerUrl));
  await drop();
});
