import { readFile } from "node:fs/promises";
import { isBreed } from "@studbook/domain/breeds";
import { ClubTests } from "@studbook/domain/schemas/club-tests";
import { z } from "@studbook/domain/schemas/z";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { listNicknames } from "./breeds.ts";
import { findClubTests } from "./club-tests.ts";

const Knowledge = z.array(
  z.object({
    name: z.string().refine(isBreed),
    nicknames: z.array(z.string()),
    tests: ClubTests.omit({ tests: true }).extend({ list: ClubTests.shape.tests }).optional(),
  }),
);

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("the tables have the nicknames and lists of the file, in its order", async () => {
  const file = await readFile(new URL("../../data/breed-knowledge.json", import.meta.url), "utf8");
  const nicknames = await listNicknames(studbook.db);
  for (const { name, nicknames: known, tests } of Knowledge.parse(JSON.parse(file))) {
    expect(nicknames.get(name)).toEqual(known);
    const { list, ...source } = tests ?? {};
    const expected = tests && { ...source, tests: list };
    expect([name, await findClubTests(studbook.db, name)]).toEqual([name, expected]);
  }
});
