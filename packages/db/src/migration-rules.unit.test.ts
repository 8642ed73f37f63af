import { sql } from "kysely";
import { expect, test } from "vitest";
import { listBrokenRules, recordMigration } from "../test/check-migration.ts";
import { createIndex } from "./create-index.ts";
import { MIGRATIONS, type StudbookMigration } from "./migration-list.ts";

/** Migrations that were released before these rules, and cannot change. Add none; a migration names its exceptions. */
const HISTORIC: Record<string, { why: string; rules: string[] }> = {
  "0002-listing": {
    why: "Part of the first schema.",
    rules: ["require-concurrent-index-creation"],
  },
  "0005-photos": {
    why: "Changes only photos, which the servers of that time seldom read.",
    rules: [
      "adding-field-with-default",
      "require-concurrent-index-creation",
      "require-concurrent-index-deletion",
      "rows-changed-in-the-transaction",
    ],
  },
  "0007-payments": {
    why: "Nobody could pay before it, so payments was empty.",
    rules: [
      "adding-foreign-key-constraint",
      "constraint-missing-not-valid",
      "disallowed-unique-constraint",
      "new-column-with-check",
      "require-concurrent-index-creation",
      "rows-changed-in-the-transaction",
    ],
  },
  "0011-hidden-ads": {
    why: "Scans ads once while nobody can read them.",
    rules: ["constraint-missing-not-valid"],
  },
  "0012-totals": {
    why: "Writers wait for two indexes.",
    rules: ["require-concurrent-index-creation"],
  },
  "0013-user-search": {
    why: "Sign-ups wait for an index. The block skips it where the extension is missing.",
    rules: ["require-concurrent-index-creation", "statements-in-a-block"],
  },
  "0020-mails": {
    why: "The index on users was empty: no address had been verified.",
    rules: ["require-concurrent-index-creation"],
  },
  "0030-erased-users": {
    why: "Changes only coupon_redemptions, which has a row for each coupon that was used.",
    rules: [
      "adding-foreign-key-constraint",
      "ban-drop-not-null",
      "constraint-missing-not-valid",
      "disallowed-unique-constraint",
      "require-concurrent-index-creation",
    ],
  },
  "0031-upload-attempts": {
    why: "Uploads wait for two indexes on photos.",
    rules: ["require-concurrent-index-creation", "require-concurrent-index-deletion"],
  },
  "0033-sign-in-tries": {
    why: "Usernames must stay unique while the index is replaced.",
    rules: ["require-concurrent-index-creation", "require-concurrent-index-deletion"],
  },
  "0034-verified-emails": {
    why: "Rewrites email_tokens, whose rows last for days. The manual says what fails on older servers.",
    rules: [
      "adding-field-with-default",
      "adding-serial-primary-key-field",
      "ban-drop-not-null",
      "constraint-missing-not-valid",
      "disallowed-unique-constraint",
      "require-concurrent-index-creation",
      "require-concurrent-index-deletion",
      "rows-changed-in-the-transaction",
    ],
  },
  "0036-wide-link-ids": {
    why: "Rewrites email_tokens, whose rows last for days.",
    rules: ["changing-column-type"],
  },
  "0038-carried-over-days": {
    why: "Scans payments, which has one row a year for each member.",
    rules: ["new-column-with-check", "require-concurrent-index-creation"],
  },
};

/** What breaks the servers of a release that still uses the column or table. */
const CONTRACTING = ["ban-drop-column", "ban-drop-table", "renaming-column", "renaming-table"];

test.each(Object.entries(MIGRATIONS))(
  "%s breaks only rules for which it has a reason",
  async (name, migration) => {
    const broken = listBrokenRules(await recordMigration(migration), migration);
    const { exceptions = {} } = migration;
    expect(broken).toEqual(HISTORIC[name]?.rules ?? Object.keys(exceptions).sort());
    for (const rule of CONTRACTING.filter((contracting) => contracting in exceptions)) {
      expect(exceptions[rule]).toMatch(/^Contract: no release since \d\S* uses /);
    }
  },
);

test.each([
  ["create index ads_fee on ads (stud_fee)", "require-concurrent-index-creation"],
  ["drop index ads_fee", "require-concurrent-index-deletion"],
  ["alter table ads alter column stud_fee type bigint", "changing-column-type"],
  ["alter table ads alter column owner_phone set not null", "adding-not-nullable-field"],
  ["alter table ads add column note text not null", "adding-required-field"],
  ["alter table ads add constraint fee check (stud_fee > 0)", "constraint-missing-not-valid"],
  ["alter table ads add foreign key (a) references b", "adding-foreign-key-constraint"],
  ["alter table ads add constraint one unique (user_id)", "disallowed-unique-constraint"],
  ["alter table ads add column a int check (a > 0)", "new-column-with-check"],
  ["alter table ads drop column owner_phone", "ban-drop-column"],
  ["alter table ads rename column breed to kind", "renaming-column"],
  ["alter table ads rename to listings", "renaming-table"],
  ["drop table ads", "ban-drop-table"],
  ["lock table ads", "lock-table"],
  ["truncate ads", "truncate-table"],
  ["update ads set stud_fee = 0", "rows-changed-in-the-transaction"],
  ["delete from ads", "rows-changed-in-the-transaction"],
  ["do $$ begin drop table ads; end $$", "statements-in-a-block"],
])("%s breaks %s", (statement, rule) => {
  expect(listBrokenRules([statement])).toContain(rule);
});

test("a new table, a column without a value and a constraint that is not validated break no rule", () => {
  const statements = [
    "create table notes (id bigint generated always as identity primary key, n integer not null)",
    "create index notes_n on notes (n)",
    "alter table ads add column note text",
    "alter table ads add constraint note_short check (length(note) < 9) not valid",
  ];
  expect(listBrokenRules(statements)).toEqual([]);
});

test("an index that is built concurrently and rows that change in batches break no rule", async () => {
  const migration: StudbookMigration = {
    isTransactional: false,
    async up(db) {
      await createIndex(db, "ads_fee", "on ads (stud_fee)");
      await sql`update ads set stud_fee = 0 where id in (select id from ads limit 500)`.execute(db);
    },
  };
  const statements = await recordMigration(migration);
  expect(statements).toContain('create index concurrently "ads_fee" on ads (stud_fee)');
  expect(listBrokenRules(statements, migration)).toEqual([]);
});
