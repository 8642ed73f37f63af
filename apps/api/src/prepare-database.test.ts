import { randomBytes } from "node:crypto";
import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
import {
  deriveServerUrl,
  ensureServerRole,
  resetServerRole,
  ServerRoleError,
} from "@studbook/db/server-role";
import { createTestDb, runSql, type TestDb, withConnection } from "@studbook/db/test/test-db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDatabase, ROLE_LIMITS } from "./prepare-database.ts";

describe("the server's role", () => {
  let test: TestDb;
  let names: { owner: string; server: string };
  beforeEach(async () => {
    test = await createTestDb({ migrated: false });
    const id = randomBytes(6).toString("hex");
    names = { owner: `studbook_test_o${id}`, server: `studbook_test_s${id}` };
  });
  afterEach(async () => {
    await test.drop();
    const cleanup = await createTestDb({ migrated: false });
    for (const role of [names.server, names.owner])
      await cleanup.run(`drop role if exists ${role}`);
    await cleanup.drop();
  });

  const urlFor = (role: string, password: string) => {
    const url = new URL(test.ownerUrl);
    url.username = role;
    url.password = encodeURIComponent(password);
    return url.href;
  };

  it("is created once by concurrent migrations, without excess privileges", async () => {
    const database = { ownerUrl: test.ownerUrl, url: deriveServerUrl(test.ownerUrl, names.server) };
    const ran = await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(database)));
    expect(ran.filter((migrations) => migrations.length > 0)).toHaveLength(1);
    await withConnection(database.url, async (db) => {
      expect(await listExcessPrivileges(db)).toEqual([]);
      await runSql(db, "select * from users for update");
    });
  });

  it("gets a new password from the next migration, sent to PostgreSQL only as a hash", async () => {
    const first = { ownerUrl: test.ownerUrl, url: urlFor(names.server, "p@ss/w:rd %?#é") };
    const second = { ...first, url: urlFor(names.server, "another") };
    for (const database of [first, second]) {
      await ensureServerRole(database);
      await withConnection(database.url, (db) => runSql(db, "select 1"));
    }
    await expect(withConnection(first.url, (db) => runSql(db, "select 1"))).rejects.toThrow(
      "authentication",
    );
    const [stored] = await test.run("select rolpassword from pg_authid where rolname = $1", [
      names.server,
    ]);
    expect(stored?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it("must exist if the owner cannot create roles, and is then granted its privileges", async () => {
    const { owner, server } = names;
    const database = { ownerUrl: urlFor(owner, "o"), url: urlFor(server, "s") };
    await test.run(`create role ${owner} login password 'o'`);
    await test.run(`alter database ${new URL(test.ownerUrl).pathname.slice(1)} owner to ${owner}`);
    await expect(prepareDatabase(database)).rejects.toThrow(ServerRoleError);
    await expect(prepareDatabase(database)).rejects.toThrow(`create role ${server} login`);
    await test.run(`create role ${server} login password 's'`);
    expect(await prepareDatabase(database)).not.toEqual([]);
    expect(await prepareDatabase(database)).toEqual([]);
    await withConnection(database.url, async (db) => {
      expect(await listExcessPrivileges(db)).toEqual([]);
      await runSql(db, "insert into audit_log (action) values ('x')");
    });
    const privileges = await withConnection(database.ownerUrl, listExcessPrivileges);
    expect(privileges).toEqual([
      "owns tables",
      "can create tables",
      "can change the audit log",
      "can choose IDs and times of audit records",
      "can use sequences",
    ]);
    expect(await withConnection(test.ownerUrl, listExcessPrivileges)).toEqual(["is a superuser"]);
  });

  it.each(["an owner that can do so", "the role itself if the owner cannot"])(
    "gets settings that it changed reset by %s",
    async (who) => {
      const { owner, server } = names;
      const database = { ownerUrl: test.ownerUrl, url: urlFor(server, "s") };
      await prepareDatabase(database);
      const name = new URL(test.ownerUrl).pathname.slice(1);
      const poisoned = [
        "alter role current_user set lock_timeout = '1ms'",
        `alter role current_user in database ${name} set default_transaction_read_only = on`,
      ];
      for (const statement of poisoned) {
        await withConnection(database.url, (db) => runSql(db, statement));
      }
      const write = () =>
        withConnection(database.url, (db) =>
          runSql(db, "insert into audit_log (action) values ('x')"),
        );
      await expect(write()).rejects.toThrow("read-only transaction");
      if (who.startsWith("the role")) {
        await test.run(`create role ${owner} login password 'o'`);
        await test.run(`alter database ${name} owner to ${owner}`);
        database.ownerUrl = urlFor(owner, "o");
        await resetServerRole(database, ROLE_LIMITS);
      } else await prepareDatabase(database);
      await write();
      const left =
        "select setconfig as settings from pg_db_role_setting where setrole = $1::regrole";
      const limits = Object.entries(ROLE_LIMITS).map(([name, ms]) => `${name}=${ms}`);
      expect(await test.run(left, [server])).toEqual([{ settings: limits }]);
    },
  );
});
