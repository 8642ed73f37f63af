import { randomBytes } from "node:crypto";
import { listMigrationNames } from "@studbook/db/migration-list";
import { deriveServerUrl } from "@studbook/db/server-role";
import { startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareDatabase } from "./prepare-database.ts";

let empty: TestDb;
beforeEach(async () => {
  empty = await createTestDb({ migrated: false });
});
afterEach(() => empty.drop());

/** In bytes: while the role is created, the queue is installed, migrations run and privileges are granted. */
const RESET_AFTER = [1, 1000, 4000, 20_000, 60_000, 120_000];

it("prepares a database that resets all connections again and again", async () => {
  const role = `studbook_test_s${randomBytes(6).toString("hex")}`;
  const proxy = await startFaultProxy(empty.ownerUrl);
  proxy.resetAfter(...RESET_AFTER);
  const ownerUrl = proxy.url;
  const database = { ownerUrl, url: deriveServerUrl(ownerUrl, role) };
  const reported: string[] = [];
  const patience = { pauseMs: 1, report: (line: string) => void reported.push(line) };
  try {
    expect(await prepareDatabase(database, undefined, patience)).toEqual(listMigrationNames());
    expect(proxy.countResets()).toBe(RESET_AFTER.length);
    expect(reported).toContain("Waiting for the database: read ECONNRESET");
    expect(await prepareDatabase(database, undefined, patience)).toEqual([]);
  } finally {
    await proxy.close();
    await empty.run(`drop owned by ${role}`);
    await empty.run(`drop role ${role}`);
  }
});

it.each([
  ["a wrong password", (url: URL) => (url.password = "wrong"), "password authentication failed"],
  ["an unknown database", (url: URL) => (url.pathname = "/studbook_test_none"), "does not exist"],
])("ends at once with %s", async (_what, spoil, message) => {
  const url = new URL(empty.ownerUrl);
  spoil(url);
  const reported: string[] = [];
  const prepared = prepareDatabase({ url: url.href, ownerUrl: url.href }, undefined, {
    report: (line) => void reported.push(line),
  });
  await expect(prepared).rejects.toThrow(message);
  expect(reported).toEqual([]);
});

it("gives up when the patience is over", async () => {
  const url = new URL(empty.ownerUrl);
  url.port = "1";
  const patience = { patienceMs: 20, pauseMs: 5 };
  const database = { url: url.href, ownerUrl: url.href };
  await expect(prepareDatabase(database, undefined, patience)).rejects.toThrow("ECONNREFUSED");
});
