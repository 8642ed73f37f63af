import { randomBytes } from "node:crypto";
import { listExcessRights } from "@studbook/db/queries/server-rights";
import { createTestDb, type TestDb, withConnection } from "@studbook/db/test/test-db";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareDemoDatabase } from "./prepare-demo-database.ts";

const { signal } = new AbortController();

let test: TestDb;
let roles: string[];
let said: string[];
beforeEach(async () => {
  test = await createTestDb({ migrated: false });
  roles = [];
  said = [];
});
afterEach(async () => {
  await test.drop();
  const rest = await createTestDb({ migrated: false });
  for (const role of roles) await rest.run(`drop role if exists ${role}`);
  await rest.drop();
});

const say = (line: string) => void said.push(line);

const excessOf = (url = "") => withConnection(url, listExcessRights);

it("gives the server a role of its own, named after the database, and nothing of the owner's", async () => {
  roles.push(`${new URL(test.ownerUrl).pathname.slice(1)}_server`);
  const given = { DATABASE_URL: test.ownerUrl, PORT: "3100" };
  const first = await prepareDemoDatabase(given, "", { signal, say });
  expect(new URL(first.DATABASE_URL ?? "").username).toBe(roles[0]);
  expect(await excessOf(first.DATABASE_URL)).toEqual([]);
  expect(first).toEqual({ PORT: "3100", DATABASE_URL: expect.any(String) });
  expect(await prepareDemoDatabase({}, test.ownerUrl, { signal, say })).toEqual({
    DATABASE_URL: first.DATABASE_URL,
  });
  const named = { ...given, DATABASE_URL: first.DATABASE_URL, DATABASE_OWNER_URL: test.ownerUrl };
  expect(await prepareDemoDatabase(named, "", { signal, say })).toEqual(first);
  expect(said).toEqual([]);
});

it("runs as the owner, and says so, where the owner may not create roles", async () => {
  const owner = `studbook_test_${randomBytes(6).toString("hex")}`;
  roles.push(owner);
  const url = new URL(test.ownerUrl);
  const database = url.pathname.slice(1);
  url.username = owner;
  url.password = "of-the-owner";
  await test.run(`create role ${owner} login password 'of-the-owner'`);
  await test.run(`alter database ${database} owner to ${owner}`);
  const settings = { DATABASE_URL: url.href };
  expect(await prepareDemoDatabase(settings, "", { signal, say })).toEqual(settings);
  expect(said).toEqual([expect.stringMatching(/^The server uses the owner's .* may not create/)]);
  expect(await excessOf(url.href)).toContain("owns tables");
});
