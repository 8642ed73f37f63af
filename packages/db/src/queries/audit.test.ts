import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { type AuditFilter, insertAuditRecord, listAuditRecords } from "./audit.ts";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const DAY_MS = 86_400_000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(NOW);
  await insertAuditRecord(studbook.db, { action: "auth.sign-in-failed" });
});
afterAll(() => studbook.drop());

describe("the audit log", () => {
  test.each([
    "update audit_log set action = 'ad.hidden'",
    "update audit_log set action = 'ad.hidden' where false",
    "delete from audit_log",
    "delete from audit_log where false",
    "truncate audit_log",
    "truncate users, audit_log cascade",
    "with gone as (delete from audit_log returning id) select * from gone",
    "insert into audit_log (action) values ('x') on conflict (id) do update set action = 'y'",
    "merge into audit_log log using users on true when matched then delete",
    "set session_replication_role = replica; delete from audit_log",
  ])("rejects the database owner's statement: %s", async (statement) => {
    const attempt = studbook.owner.connection().execute(async (connection) => {
      try {
        await sql.raw(statement).execute(connection);
      } finally {
        await sql`reset session_replication_role`.execute(connection);
      }
    });
    await expect(attempt).rejects.toThrow(/audit_log is append-only/);
    const { items } = await listAuditRecords(studbook.db, {}, { limit: 1 });
    expect(items).toMatchObject([{ action: "auth.sign-in-failed" }]);
  });

  test("keeps records of deleted users without their names", async () => {
    const { id, username } = await createUser(studbook.db);
    await insertAuditRecord(studbook.db, {
      action: "auth.signed-in",
      actorId: id,
      subject: { type: "user", id },
      requestId: "request",
    });
    const find = () => listAuditRecords(studbook.db, { actor: id }, { limit: 1 });
    expect((await find()).items).toMatchObject([
      { actorUsername: username, subjectName: username, requestId: "request" },
    ]);
    await studbook.db.deleteFrom("users").where("id", "=", id).execute();
    expect((await find()).items).toMatchObject([
      { actorId: id, actorUsername: null, subjectId: id, subjectName: null },
    ]);
  });
});

describe("pages of the audit log", () => {
  const actor = randomUUID();
  const ad = randomUUID();
  beforeAll(async () => {
    for (const day of [10, 11, 12]) {
      await studbook.setNow(new Date(NOW.getTime() + day * DAY_MS));
      for (let n = 0; n < 5; n++) {
        await insertAuditRecord(studbook.db, { action: "ads.exported", actorId: actor });
        await insertAuditRecord(studbook.db, {
          action: "ad.hidden",
          actorId: actor,
          subject: { type: "ad", id: ad },
          details: { n },
        });
      }
    }
  });

  test.each<[string, AuditFilter, number]>([
    ["an actor", { actor }, 30],
    ["an action", { action: "ad.hidden" }, 15],
    ["a subject", { subject: ad }, 15],
    ["a day", { actor, from: "2026-06-26", to: "2026-06-26" }, 10],
    ["days from", { actor, from: "2026-06-26" }, 20],
    ["days to", { actor, to: "2026-06-25" }, 10],
    ["all at once", { actor, action: "ad.hidden", subject: ad, from: "2026-06-26" }, 10],
    ["nothing", { actor: randomUUID() }, 0],
  ])("filtered by %s return each record once, newest first", async (_, filter, expected) => {
    const ids: number[] = [];
    let page = await listAuditRecords(studbook.db, filter, { limit: 4 });
    ids.push(...page.items.map(({ id }) => id));
    while (page.next) {
      page = await listAuditRecords(studbook.db, filter, { limit: 4, after: page.next });
      ids.push(...page.items.map(({ id }) => id));
    }
    expect(ids).toHaveLength(expected);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });
});
