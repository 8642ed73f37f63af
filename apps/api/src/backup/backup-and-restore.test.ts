import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pingDatabase } from "@studbook/db/ping";
import { insertPhoto } from "@studbook/db/queries/photos";
import { IS_PUBLIC } from "@studbook/db/queries/visibility";
import { listWrongSums } from "@studbook/db/queries/wrong-sums";
import { findZip } from "@studbook/db/queries/zips";
import { withSnapshot } from "@studbook/db/snapshot";
import { createUser } from "@studbook/db/test/factories";
import { hashTables } from "@studbook/db/test/hash-tables";
import { createRandom, writeAtRandom } from "@studbook/db/test/workload";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  backUp,
  createAdWithPhoto,
  createInstallation,
  type Installation,
} from "../../test/installation.ts";
import { openTestBucket } from "../../test/s3.ts";
import { buildTestApp, createMember, PASSWORD } from "../../test/test-app.ts";
import { type PhotoStorage, photoKey, readPhoto } from "../photos/storage.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const WRITERS = 4;

let source: Installation;
let target: Installation;
let member: { id: string; username: string };
beforeAll(async () => {
  source = await createInstallation({ poolSize: WRITERS + 4 });
  member = await createMember(source.db);
});
afterAll(() => source.drop());
beforeEach(async () => {
  target = await createInstallation();
});
afterEach(() => target.drop());

const newPath = () => join(source.folder, `${randomUUID()}.tar`);

async function readFiles(storage: PhotoStorage, photoId: string): Promise<Buffer[]> {
  return await Promise.all(
    PHOTO_WIDTHS.map(
      async (width) => (await readPhoto(storage, photoKey(photoId, width))) ?? Buffer.alloc(0),
    ),
  );
}

async function hashRestored(): Promise<Record<string, string>> {
  // The restore adds one audit record, which the source does not have.
  const added = await target.run(
    "select count(*)::int as n from audit_log where action = 'backup.restored'",
  );
  expect(added).toEqual([{ n: 1 }]);
  await target.run("alter table audit_log disable trigger audit_log_append_only");
  await target.run("delete from audit_log where action = 'backup.restored'");
  return await hashTables(target.db);
}

it("backs up and restores the state of one instant despite concurrent writes", async () => {
  const userIds: string[] = [];
  for (let n = 0; n < 12; n++) userIds.push((await createUser(source.db)).id);
  const { photoId } = await createAdWithPhoto(source, member.id);
  await Promise.all(Array.from({ length: WRITERS }, () => pingDatabase(source.db)));
  const random = createRandom(7);
  const writing = Promise.all(
    Array.from({ length: WRITERS }, () => writeAtRandom(source.db, userIds, random, 150)),
  );
  await writeAtRandom(source.db, userIds, random, 20);
  const path = newPath();
  const before = await withSnapshot(source.ownerUrl, async (snapshot) => {
    const hashes = await hashTables(snapshot.db);
    await writeBackup({ snapshot, storage: source.storage }, path, { force: false });
    return hashes;
  });
  await writing;
  expect(await hashTables(source.db)).not.toEqual(before);

  const restored = await restoreBackup(target, path);
  expect(restored).toMatchObject({ migrated: [], wrongSums: [], photos: 1 });
  expect(await hashRestored()).toEqual(before);
  expect(await readFiles(target.storage, photoId)).toEqual(
    await readFiles(source.storage, photoId),
  );
});

it("writes a complete backup with the servers' role too", async () => {
  await createAdWithPhoto(source, member.id);
  const path = newPath();
  const before = await hashTables(source.db);
  await backUp({ ...source, ownerUrl: source.url }, path);
  await restoreBackup(target, path);
  expect(await hashRestored()).toEqual(before);
});

it("lets a server that is running during the restore serve ads, counts, photos and sign-ins", async () => {
  const { adId, photoId } = await createAdWithPhoto(source, member.id);
  const path = newPath();
  await backUp(source, path);
  const app = await buildTestApp(target.db, { storage: target.storage });
  const count = async () => Number((await app.inject("/api/ads?limit=1")).headers["x-total-count"]);
  const login = async () => {
    const payload = { username: member.username, password: PASSWORD };
    return (await app.inject({ method: "POST", url: "/api/login", payload })).statusCode;
  };
  expect(await count()).toBe(2);
  expect(await login()).toBe(401);
  await restoreBackup(target, path);
  const [listed] = await target.run(`select count(*)::int as n from ads where ${IS_PUBLIC}`);
  expect(await count()).toBe(listed?.n);
  expect(await login()).toBe(200);
  expect((await app.inject(`/api/ads/${adId}`)).json()).toMatchObject({
    dogName: 'Rex "the\\N" é 🐕',
  });
  expect((await app.inject(`/photos/${photoId}/800.webp`)).rawPayload).toEqual(
    (await readFiles(source.storage, photoId))[1],
  );
  await app.close();
});

it("restores triggers and sequences, but not sessions and counted attempts", async () => {
  await source.run(
    "insert into tries (key, n, ends_at) values ($1, 1, now() + interval '1 hour')",
    [randomUUID()],
  );
  await source.run(
    "insert into audit_log (action) select 'auth.signed-in' from generate_series(1, 5)",
  );
  const triggers = `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
    where not tgisinternal order by 1, 2`;
  const path = newPath();
  await backUp(source, path);
  await restoreBackup(target, path);
  expect(await target.run(triggers)).toEqual(await source.run(triggers));
  for (const statement of ["delete from audit_log", "truncate audit_log"]) {
    await expect(target.run(statement)).rejects.toThrow(/append-only/);
  }
  const [next] = await target.run(
    "insert into audit_log (action) values ('ad.hidden') returning id - (select max(id) from audit_log) as ahead",
  );
  expect(next).toEqual({ ahead: 1 });
  for (const table of ["sessions", "tries"]) {
    const counted = `select count(*)::int as n from ${table}`;
    expect(await target.run(counted)).toEqual([{ n: 0 }]);
    expect((await source.run(counted))[0]?.n).toBeGreaterThan(0);
  }
  await createAdWithPhoto(target, member.id);
  expect(await listWrongSums(target.db)).toEqual([]);
});

it("leaves out the ZIP codes, which migrations insert into the restored installation", async () => {
  const path = newPath();
  await backUp(source, path);
  const zips = "select md5(string_agg(zips::text, '' order by zip)) as hash from zips";
  const expected = await source.run(zips);
  const bare = await createInstallation({ migrated: false });
  for (const installation of [target, bare]) {
    expect((await restoreBackup(installation, path)).rows).not.toHaveProperty("zips");
    expect(await installation.run(zips)).toEqual(expected);
    expect(await findZip(installation.db, "59715")).toEqual({ state: "MT", city: "Bozeman" });
  }
  await bare.drop();
});

it("includes tables that the code does not know", async () => {
  const own = await createInstallation();
  await own.run("create table zebras (id serial primary key, of_ad uuid references ads, tag text)");
  await own.run("insert into zebras (tag) values ('a'), (null)");
  const content = await withSnapshot(own.ownerUrl, async ({ tables }) =>
    tables.map(({ name }) => name),
  );
  expect(content).toContain("zebras");
  expect(content.indexOf("zebras")).toBeGreaterThan(content.indexOf("ads"));
  await own.drop();
});

describe("photos", () => {
  it("leaves out photos that are still uploading and reports missing files of ads", async () => {
    const { photoId } = await createAdWithPhoto(source, member.id);
    const uploading = { id: randomUUID(), userId: member.id, width: 4, height: 3, bytes: 5 };
    await insertPhoto(source.db, uploading);
    const [files] = await source.run("select count(*)::int as n from photos");
    await source.storage.remove(photoId);
    const content = await backUp(source, newPath());
    expect(content).toMatchObject({ missing: [photoId], photos: Number(files?.n) - 2 });
    await source.run("delete from photos where id = $1", [photoId]);
  });

  it("backs up and restores many photos", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) ids.push((await createAdWithPhoto(source, member.id)).photoId);
    const path = newPath();
    await backUp(source, path);
    await restoreBackup(target, path);
    for (const id of ids) {
      expect(await readFiles(target.storage, id)).toEqual(await readFiles(source.storage, id));
    }
  });
});

it("restores photos from a folder into a bucket and from a bucket into a folder", async () => {
  const { photoId } = await createAdWithPhoto(source, member.id);
  const bucket = await openTestBucket(join(target.folder, "bucket"));
  const first = newPath();
  const second = newPath();
  await backUp(source, first);
  await restoreBackup({ ...target, storage: bucket.storage }, first);
  const { photos, missing } = await backUp({ ...target, storage: bucket.storage }, second);
  const last = await createInstallation();
  expect(await restoreBackup(last, second)).toMatchObject({ photos, wrongSums: [] });
  expect(missing).toEqual([]);
  expect(await readFiles(last.storage, photoId)).toEqual(await readFiles(source.storage, photoId));
  await bucket.close();
  await last.drop();
});

describe("the backup file", () => {
  it("can be read only by its owner and is replaced only with force", async () => {
    const path = newPath();
    await backUp(source, path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await stat(path);
    await expect(backUp(source, path)).rejects.toThrow(
      /already exists\. Use --force to replace it/,
    );
    expect((await stat(path)).ino).toBe(before.ino);
    await backUp(source, path, true);
    expect((await stat(path)).ino).not.toBe(before.ino);
  });

  it("leaves nothing behind if photos cannot be read", async () => {
    const before = await readdir(source.folder);
    const open = () => Promise.reject(new Error("the disk is broken"));
    const broken = { ...source, storage: { ...source.storage, open } };
    await expect(backUp(broken, newPath())).rejects.toThrow("the disk is broken");
    expect(await readdir(source.folder)).toEqual(before);
  });
});
