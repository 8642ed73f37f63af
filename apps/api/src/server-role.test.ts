import { listExcessPrivileges } from "@studbook/db/queries/server-privileges";
import { createTestDb, runSql, type TestDb, withConnection } from "@studbook/db/test/test-db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBoss } from "./jobs/boss.ts";
import { createLogger } from "./log.ts";
import { prepareDatabase } from "./prepare-database.ts";

describe("the server's role", () => {
  let test: TestDb;
  beforeAll(async () => {
    test = await createTestDb();
    await prepareDatabase(test);
    await runSql(test.db, "insert into audit_log (action) values ('auth.sign-in-failed')");
  });
  afterAll(() => test.drop());

  it.each([
    "alter table ads add column n integer",
    "alter table audit_log disable trigger audit_log_append_only",
    "alter table audit_log disable trigger all",
    "drop trigger audit_log_append_only on audit_log",
    "create trigger t before insert on ads for each row execute function photos_mark_unused()",
    "create rule r as on insert to audit_log do instead nothing",
    "create policy p on audit_log",
    "drop table audit_log",
    "create table n (n integer)",
    "create temporary table n (n integer)",
    "create index n on ads (dog_name)",
    "create schema n",
    "create function n() returns integer language sql return 1",
    "create or replace function studbook_now() returns timestamptz language sql return now()",
    "drop function studbook_now()",
    "create or replace function pgboss.job_now() returns timestamptz language sql return now()",
    "create extension dblink",
    "insert into audit_log (action, at) values ('x', '2020-01-01')",
    "insert into audit_log (action, at) values ('x', default), ('y', '2999-01-01')",
    "insert into audit_log (id, action) overriding system value values (1000, 'x')",
    "insert into audit_log overriding system value select * from audit_log",
    "copy audit_log (action, at) from stdin",
    "select setval('audit_log_id_seq', 1000)",
    "select nextval('audit_log_id_seq')",
    "select max(nextval('email_tokens_id_seq')) from generate_series(1, 1000)",
    "update audit_log set action = 'x'",
    "update audit_log set action = 'x' where false",
    "delete from audit_log",
    "truncate audit_log",
    "truncate users, audit_log cascade",
    "begin; lock table audit_log in exclusive mode",
    "insert into audit_log (action) values ('x') on conflict (id) do update set action = 'y'",
    "merge into audit_log log using users on true when matched then delete",
    "select * from audit_log for update",
    "set session_replication_role = replica",
    "truncate ads",
    "update kysely_migration set name = 'x'",
    "delete from kysely_migration_lock",
    "update zips set x = 0",
    "insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'x', 'select 1')",
    "select * from pgboss.bam",
    "update pgboss.queue set table_name = 'x'",
    "update pgboss.version set version = 1",
    "drop table pgboss.job",
    "select * from pg_authid",
    "create role n",
    "create database n",
    "alter role current_user superuser",
    "alter role current_user createdb",
    "alter database postgres owner to current_user",
    "alter system set fsync = off",
    "grant pg_read_all_data to current_user",
    "set role pg_read_all_data",
    "copy users to program 'cat'",
    "copy users from program 'id'",
    "copy users to '/tmp/users'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    "select lo_from_bytea(0, 'x')",
    "select lo_create(0)",
    "select lo_creat(-1)",
    "select lo_put(1, 0, 'x')",
    "select lowrite(0, 'x')",
  ])("cannot run: %s", async (statement) => {
    const attempt = withConnection(test.url, (db) => runSql(db, statement));
    await expect(attempt).rejects.toThrow(/permission denied|must be (owner|superuser)/);
  });

  it("cannot create a queue with its own table, because upgrades would insert the table's name into SQL", async () => {
    const add = (table: string, partition: boolean) =>
      runSql(
        test.db,
        `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
           retention_seconds, deletion_seconds, partition, table_name)
         values ('q', 'standard', 0, 0, false, 1, 1, 1, ${partition}, '${table}')`,
      );
    await expect(add("job_common", true)).rejects.toThrow(/studbook_common_table/);
    await expect(add("x; drop table users", false)).rejects.toThrow(/studbook_common_table/);
    const other = `select pgboss.create_queue('q', '{"policy": "standard", "partition": true}')`;
    await expect(runSql(test.db, other)).rejects.toThrow(/studbook_common_table|permission denied/);
  });

  it("has exactly the expected privileges", async () => {
    const granted = await test.run(
      `with role as (select oid from pg_roles where rolname = $1),
       acls (kind, name, acl) as (
         select 'database', '', datacl from pg_database where datname = current_database()
         union all select 'schema', nspname, nspacl from pg_namespace
           where nspname !~ '^(pg_|information_schema)'
         union all select 'relation', relnamespace::regnamespace || '.' || relname, relacl from pg_class
           where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
         union all select 'column', attrelid::regclass || '.' || attname, attacl from pg_attribute
           where attacl is not null and attrelid >= 16384
         union all select 'sequence', relnamespace::regnamespace || '.' || relname, relacl from pg_class
           where relkind = 'S'
         union all select 'function', pronamespace::regnamespace || '.' || oid, proacl from pg_proc
           where oid >= 16384
         union all select 'language', lanname, lanacl from pg_language
         union all select 'parameter', parname, paracl from pg_parameter_acl
         union all select 'default', '', defaclacl from pg_default_acl
         union all select 'foreign server', srvname, srvacl from pg_foreign_server
       )
       select kind, name, array_agg(distinct privilege_type || case when is_grantable
         then ' grantable' else '' end) as privileges
       from acls, role, aclexplode(acl)
       where grantee = role.oid or (grantee = 0 and kind not in ('function', 'language'))
       group by kind, name`,
      [new URL(test.url).username],
    );
    const CRUD = ["DELETE", "INSERT", "SELECT", "UPDATE"];
    const insertableColumns = [
      "action",
      "actor_id",
      "details",
      "request_id",
      "subject_id",
      "subject_type",
    ];
    const expected = [
      ...insertableColumns.map((column) => ({
        kind: "column",
        name: `audit_log.${column}`,
        privileges: ["INSERT"],
      })),
      { kind: "column", name: "pgboss.queue.*", privileges: ["UPDATE"] },
      { kind: "column", name: "pgboss.version.*", privileges: ["UPDATE"] },
      { kind: "database", name: "", privileges: ["CONNECT"] },
      { kind: "function", name: "public.*", privileges: ["EXECUTE"] },
      { kind: "relation", name: "pgboss.job", privileges: CRUD },
      { kind: "relation", name: "pgboss.job_common", privileges: CRUD },
      { kind: "relation", name: "pgboss.job_dependency", privileges: CRUD },
      { kind: "relation", name: "pgboss.queue", privileges: ["INSERT", "SELECT"] },
      { kind: "relation", name: "pgboss.schedule", privileges: CRUD },
      { kind: "relation", name: "pgboss.version", privileges: ["SELECT"] },
      { kind: "relation", name: "public.*", privileges: CRUD },
      { kind: "relation", name: "public.audit_log", privileges: ["SELECT"] },
      { kind: "relation", name: "public.kysely_migration", privileges: ["SELECT"] },
      { kind: "relation", name: "public.kysely_migration_lock", privileges: ["SELECT"] },
      { kind: "relation", name: "public.zips", privileges: ["SELECT"] },
      { kind: "schema", name: "pgboss", privileges: ["USAGE"] },
      { kind: "schema", name: "public", privileges: ["USAGE"] },
    ];
    const known = new Set(expected.map(({ name }) => name));
    const actual = new Map<string, unknown>();
    // Names not listed in `expected` are grouped by schema, such as "public.*".
    for (const { kind, name, privileges } of granted) {
      const group = known.has(String(name)) ? name : String(name).replace(/[^.]+$/, "*");
      actual.set(JSON.stringify([kind, group, privileges]), { kind, name: group, privileges });
    }
    expect([...actual.entries()].toSorted().map(([, privilege]) => privilege)).toEqual(expected);
    const owned = `select from pg_shdepend where refobjid = $1::regrole and deptype <> 'a'`;
    expect(await test.run(owned, [new URL(test.url).username])).toEqual([]);
    expect(await listExcessPrivileges(test.db)).toEqual([]);
  });

  it("gets access to new tables and loses excess privileges when `migrate` runs", async () => {
    await test.run("create table later (id integer generated always as identity, n integer)");
    const role = new URL(test.url).username;
    await test.run(`grant all on audit_log to ${role}`);
    await expect(runSql(test.db, "select * from later")).rejects.toThrow("permission denied");
    const excess = ["can change the audit log", "can choose IDs and times of audit records"];
    expect(await listExcessPrivileges(test.db)).toEqual(excess);
    await test.run(`revoke all on audit_log from ${role}`);
    await test.run(`grant update (details), insert (at) on audit_log to ${role}`);
    expect(await listExcessPrivileges(test.db)).toEqual(excess);
    await test.run(`grant usage on all sequences in schema public to ${role}`);
    expect(await listExcessPrivileges(test.db)).toEqual([...excess, "can use sequences"]);
    await prepareDatabase(test);
    await runSql(test.db, "insert into later default values");
    await runSql(test.db, "update later set n = 2");
    expect(await listExcessPrivileges(test.db)).toEqual([]);
    await expect(runSql(test.db, "delete from audit_log")).rejects.toThrow("permission denied");
    await test.run("drop table later");
  });

  it("can send, schedule, process and maintain jobs without errors", async () => {
    const lines: string[] = [];
    const logger = createLogger("trace", { write: (line) => void lines.push(line) });
    const boss = createBoss({ url: test.url, logger });
    try {
      await boss.start();
      await boss.schedule("remind-members", "47 * * * *");
      const done = Promise.withResolvers<void>();
      await boss.work("remind-members", { pollingIntervalSeconds: 0.5 }, async () =>
        done.resolve(),
      );
      await boss.send("remind-members", {});
      await done.promise;
      await boss.supervise();
      await test.run("update pgboss.queue set maintain_on = null, monitor_claim_on = null");
      await boss.supervise();
    } finally {
      await boss.stop({ graceful: false });
    }
    expect(lines).toEqual([]);
  });

  it("does not need to build the queue indexes that an upgrade deferred: the owner does", async () => {
    await test.run(
      `insert into pgboss.bam (name, version, table_name, command)
       values ('late', 1, 'job', 'create index late on pgboss.warning (type)')`,
    );
    await test.run("update pgboss.version set bam_on = null");
    await prepareDatabase(test);
    expect(await test.run("select from pg_class where relname = 'late'")).toHaveLength(1);
    expect(await test.run("select from pgboss.bam where status <> 'completed'")).toEqual([]);
  });
});
