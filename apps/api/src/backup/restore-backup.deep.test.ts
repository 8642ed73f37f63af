import { randomUUID } from "node:crypto";
import { open, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDatabaseUnavailable } from "@studbook/db/errors";
import { migrate } from "@studbook/db/migrate";
import { findZip } from "@studbook/db/queries/zips";
import { withSnapshot } from "@studbook/db/snapshot";
import { createUser } from "@studbook/db/test/factories";
import { hashTables } from "@studbook/db/test/hash-tables";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  backUp,
  createAdWithPhoto,
  createInstallation,
  type Installation,
} from "../../test/installation.ts";
import { createMember } from "../../test/test-app.ts";
import { readEntries, verifySeal } from "./read-archive.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeArchive } from "./write-archive.ts";
import { writeBackup } from "./write-backup.ts";

let source: Installation;
let target: Installation;
let path: string;
beforeAll(async () => {
  source = await createInstallation();
  const { id } = await createMember(source.db);
  await createAdWithPhoto(source, id);
  path = join(source.folder, "whole.tar");
  await backUp(source, path);
});
afterAll(() => source.drop());
beforeEach(async () => {
  target = await createInstallation();
});
afterEach(() => target.drop());

const newPath = () => join(source.folder, `${randomUUID()}.tar`);

async function copy(): Promise<string> {
  const other = newPath();
  await writeFile(other, await readFile(path));
  return other;
}

/** Writes a sealed archive with one entry. */
async function writeEntry(name: string, text: string): Promise<string> {
  const other = newPath();
  const file = await open(other, "wx");
  await writeArchive(file, new Date(0), (add) => add(name, Buffer.from(text)));
  await file.close();
  return other;
}

describe("a refused restore changes nothing", () => {
  let before: Record<string, string>;
  beforeEach(async () => {
    before = await hashTables(target.db);
  });
  afterEach(async () => {
    expect(await hashTables(target.db)).toEqual(before);
    expect(await readdir(target.folder)).toEqual([]);
  });

  it("refuses a file with a single altered byte anywhere", async () => {
    const altered = await copy();
    const file = await open(altered, "r+");
    const whole = await readFile(path);
    const offsets = [...whole.keys()].filter((at) => at % 29 === 0 || at > whole.length - 120);
    expect(offsets.length).toBeGreaterThan(700);
    for (const at of offsets) {
      await file.write(Buffer.from([(whole[at] ?? 0) ^ 1]), 0, 1, at);
      await expect(restoreBackup(target, altered)).rejects.toThrow(/damaged/);
      await file.write(whole, at, 1, at);
    }
    await file.close();
    expect(await readFile(altered)).toEqual(whole);
  });

  it("refuses a file that is truncated or has extra bytes at its end", async () => {
    const { length } = await readFile(path);
    const cut = await copy();
    await writeFile(cut, "\n", { flag: "a" });
    await expect(restoreBackup(target, cut)).rejects.toThrow(/not a complete Studbook backup/);
    for (const size of [length - 1, length - 90, length - 1024, Math.floor(length / 2), 1, 0]) {
      await truncate(cut, size);
      await expect(restoreBackup(target, cut)).rejects.toThrow(/not a complete Studbook backup/);
    }
  });

  it("refuses a file from a newer version and says why", async () => {
    const newer = newPath();
    await withSnapshot(source.ownerUrl, (snapshot) => {
      const migrations = [...snapshot.migrations, "9999-tomorrow"];
      const { storage } = source;
      return writeBackup({ snapshot: { ...snapshot, migrations }, storage }, newer, {
        force: false,
      });
    });
    await expect(restoreBackup(target, newer)).rejects.toThrow(
      /cannot be restored by Studbook .* unknown migrations \(9999-tomorrow\)/,
    );
    const format = await writeEntry("studbook.json", JSON.stringify({ format: 2 }));
    await expect(restoreBackup(target, format)).rejects.toThrow(
      /cannot be restored by Studbook .* its format is not 1/,
    );
  });

  it("refuses a file that is not a backup or does not exist", async () => {
    const other = await writeEntry("readme.txt", "hello");
    await expect(restoreBackup(target, other)).rejects.toThrow(/not a Studbook backup/);
    await expect(restoreBackup(target, newPath())).rejects.toThrow(/ENOENT/);
  });
});

it("detects an entry that changes after the file was verified", async () => {
  const altered = await copy();
  const bytes = await verifySeal(altered);
  const at = (await readFile(altered)).indexOf("photos/") + 600;
  const file = await open(altered, "r+");
  await file.write(Buffer.from("?!"), 0, 2, at);
  await file.close();
  const readAll = async () => {
    for await (const { name } of readEntries(altered, bytes)) expect(name).not.toBe("");
  };
  await expect(readAll()).rejects.toThrow(/changed while it was being read/);
});

describe("the target installation", () => {
  it.each([
    ["a user", "users", () => createUser(target.db)],
    [
      "an audit record with an actor",
      "audit log",
      () => target.run("insert into audit_log (action, actor_id) values ('x', gen_random_uuid())"),
    ],
    [
      "a payment",
      "payments",
      () =>
        target.run(
          "insert into payments (stripe_payment_intent_id, amount, membership_tier, status) values ('pi_1', 5, 'basic', 'failed')",
        ),
    ],
  ])("refuses an installation that has %s", async (_, what, fill) => {
    await fill();
    const before = await hashTables(target.db);
    const attempt = restoreBackup(target, path);
    await expect(attempt).rejects.toThrow(new RegExp(`not empty \\(it already has ${what}\\)`));
    expect(await hashTables(target.db)).toEqual(before);
  });

  it("accepts a database without tables, or with only records of failed sign-ins", async () => {
    const bare = await createInstallation({ migrated: false });
    expect(await restoreBackup(bare, path)).toMatchObject({ rows: { users: 2, ads: 3 } });
    await bare.drop();
    await target.run("insert into audit_log (action) values ('auth.sign-in-failed')");
    expect(await restoreBackup(target, path)).toMatchObject({ rows: { users: 2, ads: 3 } });
  });

  it("refuses a database that accepts no writes", async () => {
    const bare = await createInstallation({ migrated: false });
    const name = new URL(bare.ownerUrl).pathname.slice(1);
    await bare.run(`alter database ${name} set default_transaction_read_only = on`);
    await expect(restoreBackup(bare, path)).rejects.toThrow("The database accepts no writes");
    await bare.drop();
  });

  it("refuses a schema that has tables that do not belong to Studbook", async () => {
    await target.run("create table orders (id integer)");
    await expect(restoreBackup(target, path)).rejects.toThrow(
      /tables that do not belong to Studbook: orders/,
    );
    await target.run("insert into orders values (1)");
  });

  it("lets only one of two concurrent restores succeed", async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => restoreBackup(target, path)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await target.run("select count(*)::int as n from users")).toEqual([{ n: 2 }]);
  });

  it("leaves the database empty if a restore is interrupted, and restores it afterwards", async () => {
    const before = await hashTables(target.db);
    const kill = () =>
      target.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'studbook-restore' and datname = current_database()",
      );
    const write: Installation["storage"]["write"] = async (key, data) => {
      await target.storage.write(key, data);
      await kill();
    };
    const attempt = restoreBackup({ ...target, storage: { ...target.storage, write } }, path);
    await expect(attempt).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await hashTables(target.db)).toEqual(before);
    expect(await restoreBackup(target, path)).toMatchObject({ photos: 1, wrongSums: [] });
  });
});

it("restores wrong sums unchanged and reports them", async () => {
  const wrong = await createInstallation();
  const { id } = await createUser(wrong.db);
  await wrong.run("update users set ad_count = 7 where id = $1", [id]);
  const backup = newPath();
  await backUp(wrong, backup);
  await wrong.drop();
  expect(await restoreBackup(target, backup)).toMatchObject({ wrongSums: [`ads of user ${id}`] });
});

it("migrates an older backup", async () => {
  const old = await createInstallation({ migrated: false });
  const names = ["0001-tables", "0002-listing", "0003-counts", "0004-samples", "0005-photos"];
  await old.owner.connection().execute((connection) => migrate(connection, names));
  await old.run(`
    with owner as (
      insert into users (username, password, membership_tier, membership_expires_at, ad_count)
      values ('old', '!', 'basic', now() + interval '9 days', 1) returning id
    ), ad as (
      insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, owner_name,
        owner_email) select id, 'Rex', 'Boxer', 'TX', '2020-01-01', 5, 'x', 'y', 'z' from owner
    )
    insert into payments (user_id, stripe_payment_intent_id, amount, membership_tier, status)
      select id, 'pi_old', 2900, 'basic', 'succeeded' from owner`);
  const older = newPath();
  await backUp(old, older);
  await old.drop();
  const { migrated, wrongSums, rows } = await restoreBackup(target, older);
  expect(migrated[0]).toBe("0006-tries");
  expect(migrated).toContain("0014-new-members");
  expect([wrongSums, rows]).toMatchObject([[], { users: 2, ads: 3, payments: 1 }]);
  expect(await findZip(target.db, "59715")).toEqual({ state: "MT", city: "Bozeman" });
  // A later migration derives the period from the membership.
  expect(
    await target.run("select period_to - period_from > interval '364 days' as year from payments"),
  ).toEqual([{ year: true }]);
  expect(await target.run("select count(*)::int as n from payers")).toEqual([{ n: 1 }]);
  expect(await target.run("select count(*)::int as n from coupons")).toEqual([{ n: 3 }]);
});
