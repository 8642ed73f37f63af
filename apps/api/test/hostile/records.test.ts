import { join } from "node:path";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { readCsv } from "@studbook/domain/test/read-csv";
import { dog, studRecordOf } from "@studbook/domain/test/record-arbitrary";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { backUp, createInstallation, type Installation } from "../installation.ts";
import { buildTestApp, createAdmin, createMember, newAdFields, signInAs } from "../test-app.ts";
import { RUNS, SEED, sendBody, TIMEOUT_MS } from "./check-bodies.ts";
import { spellingOf } from "./spelling-of.ts";

let source: Installation;
let target: Installation;
let app: FastifyInstance;
beforeAll(async () => {
  source = await createInstallation();
  target = await createInstallation();
  app = await buildTestApp(source.db);
});
afterAll(async () => {
  await app.close();
  await source.drop();
  await target.drop();
});

/** An ad and its record, as they are sent and as they are stored. */
const listing = dog.chain((fields) =>
  studRecordOf(fields).chain((record) =>
    spellingOf(record).map((sent) => ({ fields: { ...fields, record: sent }, record })),
  ),
);

async function read(url: string, cookie = "", from = app) {
  return (await from.inject({ url, headers: { cookie } })).json();
}

function summaryOf({ titles, place, breeding, health, availability }: StudRecord) {
  const { proven, methods } = breeding ?? {};
  const testsStated = health?.tests?.length;
  return { titles, city: place?.city, proven, methods, testsStated, availability };
}

const readDerived = ({ run }: Installation) =>
  run(`select id, summary::text, x, y, z, area, proven, methods, tests, registry
    from ads order by id`);

it(
  "any record is read as it was sent, over the API, in both exports and after a restore",
  async () => {
    const owner = await createMember(source.db);
    const admin = await createAdmin(source.db);
    const records = new Map<string, StudRecord | undefined>();

    await fc.assert(
      fc.asyncProperty(listing, async ({ fields, record }) => {
        const stored = Object.keys(record).length > 0 ? record : undefined;
        const body = { ...(await newAdFields(source.db, owner.id)), ...fields };
        const { status, json } = await sendBody(app, "POST", "/api/ads", owner.cookie, body);
        expect([status, json.record]).toEqual([201, stored]);
        const url = `/api/ads/${json.id}`;
        const own = await read(url, owner.cookie);
        expect(own.record).toEqual(stored);
        const { place, ...others } = record;
        const shown = place ? { ...others, place: { city: place.city } } : stored;
        expect((await read(url)).record).toEqual(shown);
        const [listed] = await read("/api/my-ads?limit=1", owner.cookie);
        expect({ ...listed, ...summaryOf(record) }).toEqual(listed);
        const sentBack = { record: own.record ?? null };
        const patched = await sendBody(app, "PATCH", url, owner.cookie, sentBack);
        expect([patched.status, patched.json.record]).toEqual([200, stored]);
        records.set(String(json.id), stored);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );

    const { ads } = await read("/api/account/export", owner.cookie);
    const exported = ads.map((ad: { id: string; record?: StudRecord }) => [ad.id, ad.record]);
    expect(new Map(exported)).toEqual(records);

    const headers = { cookie: admin.cookie };
    const file = await app.inject({ url: "/api/admin/ads.csv", headers });
    const [columns = [], ...rows] = readCsv(file.body.slice(1));
    const cells = rows.map((row) => {
      const [id = "", json = ""] = ["id", "record"].map((name) => row[columns.indexOf(name)]);
      return [id, json === "" ? undefined : JSON.parse(json)] as const;
    });
    expect(new Map(cells)).toEqual(records);

    const path = join(source.folder, "records.tar");
    await backUp(source, path);
    await restoreBackup(target, path);
    expect(await readDerived(target)).toEqual(await readDerived(source));
    const restored = await buildTestApp(target.db);
    const cookie = await signInAs(target.db, owner.id);
    for (const [id, record] of records) {
      expect((await read(`/api/ads/${id}`, cookie, restored)).record).toEqual(record);
    }
    await restored.close();
  },
  // Each record takes twice as many requests as a body of other tests.
  2 * TIMEOUT_MS,
);
