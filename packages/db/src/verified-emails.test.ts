import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { migrate, migrateToLatest } from "./migrate.ts";
import { listMigrationNames } from "./migration-list.ts";

let studbook: TestDb;
beforeEach(async () => {
  studbook = await createTestDb({ migrated: false });
});
afterEach(() => studbook.drop());

test("migration 0034 keeps verified addresses and links that were sent", async () => {
  const older = listMigrationNames().filter((name) => name < "0034");
  await studbook.owner.connection().execute((connection) => migrate(connection, older));
  await studbook.run(`
    with member as (
      insert into users (username, password, email, email_verified_at) values
        ('verified', '!', 'verified@example.com', now()), ('unverified', '!', 'new@example.com', null),
        ('none', '!', null, null) returning id, email)
    insert into email_tokens (hash, user_id, purpose, email, expires_at)
    select email, id, 'verify-email', email, now() from member where email is not null`);
  await migrateToLatest({ url: studbook.ownerUrl });
  const users = await studbook.run(
    "select username, email, verified_email from users where username <> $1 order by username",
    ["studbook.samples"],
  );
  expect(users).toEqual([
    { username: "none", email: null, verifiedEmail: null },
    { username: "unverified", email: "new@example.com", verifiedEmail: null },
    { username: "verified", email: "verified@example.com", verifiedEmail: "verified@example.com" },
  ]);
  const links = await studbook.run("select hash from email_tokens order by hash");
  expect(links).toEqual([{ hash: "new@example.com" }, { hash: "verified@example.com" }]);
});

test("migration 0036 allows new links after the ID sequence is exhausted and keeps existing IDs", async () => {
  const older = listMigrationNames().filter((name) => name < "0036");
  await studbook.owner.connection().execute((connection) => migrate(connection, older));
  const insert = (hash: string) =>
    studbook.run(
      `insert into email_tokens (hash, user_id, purpose, email, expires_at)
       select $1, id, 'verify-email', 'a@example.com', now() from users limit 1 returning id`,
      [hash],
    );
  await studbook.run("select setval('email_tokens_id_seq', 2147483646)");
  expect(await insert("last")).toEqual([{ id: 2_147_483_647 }]);
  await expect(insert("none")).rejects.toThrow("nextval: reached maximum value");
  await migrateToLatest({ url: studbook.ownerUrl });
  expect(await insert("next")).toEqual([{ id: 2_147_483_648 }]);
  expect(await studbook.run("select hash from email_tokens order by id")).toEqual([
    { hash: "last" },
    { hash: "next" },
  ]);
});
