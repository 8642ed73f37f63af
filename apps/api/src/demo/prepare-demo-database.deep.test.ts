import { randomBytes } from "node:crypto";
import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
import { createTestDb, type TestDb, withConnection } from "@studbook/db/test/test-db";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareDemoDatabase } from "./prepare-demo-database.ts";

const { signal } = new AbortController();

let test: TestDb;
let roles: string[];
let printed: string[];
beforeEach(async () => {
  test = await createTestDb({ migrated: false });
  roles = [];
  printed = [];
});
afterEach(async () => {
  await test.drop();
  const cleanup = await createTestDb({ migrated: false });
  for (const role of roles) await cleanup.run(`drop role if exists ${role}`);
  await cleanup.drop();
});

const print = (line: string) => void printed.push(line);

const excessOf = (url = "") => withConnection(url, listExcessPrivileges);

it("gives the server a separate role, named after the database, and none of the owner's settings", async () => {
  roles.push(`${new URL(test.ownerUrl).pathname.slice(1)}_server`);
  const given = { DATABASE_URL: test.ownerUrl, PORT: "3100" };
  const first = await prepareDemoDatabase(given, "", { signal, print });
  expect(new URL(first.DATABASE_URL ?? "").username).toBe(roles[0]);
  expect(await excessOf(first.DATABASE_URL)).toEqual([]);
  expect(first).toEqual({ PORT: "3100", DATABASE_URL: expect.any(String) });
  expect(await prepareDemoDatabase({}, test.ownerUrl, { signal, print })).toEqual({
    DATABASE_URL: first.DATABASE_URL,
  });
  const named = { ...given, DATABASE_URL: first.DATABASE_URL, DATABASE_OWNER_URL: test.ownerUrl };
  expect(await prepareDemoDatabase(named, "", { signal, print })).toEqual(first);
  expect(printed).toEqual([]);
});

it("uses the owner's role and prints a line if the owner cannot create roles", async () => {
  const owner = `studbook_test_${randomBytes(6).toString("hex")}`;
  roles.push(owner);
  const url = new URL(test.ownerUrl);
  const database = url.pathname.slice(1);
  url.username = owner;
  url.password = "of-the-owner";
  await test.run(`create role ${owner} login password 'of-the-owner'`);
  await test.run(`alter database ${database} owner to ${owner}`);
  const settings = { DATABASE_URL: url.href };
  expect(await prepareDemoDatabase(settings, "", { signal, print })).toEqual(settings);
  expect(printed).toEqual([
    expect.stringMatching(/^Warning: the server will use the owner's .* cannot create/),
  ]);
  expect(await excessOf(url.href)).toContain("owns tables");
});

it.each(["DATABASE_URL", "DATABASE_OWNER_URL"])("refuses a malformed %s", async (name) => {
  const preparing = prepareDemoDatabase({ [name]: "foo" }, "", { signal, print });
  await expect(preparing).rejects.toThrow(`${name}: must be a URL such as`);
});
