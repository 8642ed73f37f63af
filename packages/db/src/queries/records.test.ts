import { BREEDS } from "@studbook/domain/breeds";
import { BREEDING_METHODS, DOG_REGISTRIES } from "@studbook/domain/record/choices";
import { HEALTH_TESTS } from "@studbook/domain/record/health-tests";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { STATE_CODES } from "@studbook/domain/states";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAd, createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { deleteAd } from "./ads.ts";
import { getRecord, setRecord } from "./records.ts";

const TODAY = "2026-06-01";
const TOMORROW = "2026-06-02";

let studbook: TestDb;
let userId: string;
beforeAll(async () => {
  studbook = await createTestDb();
  await studbook.setNow(new Date(`${TODAY}T23:59:59.999Z`));
  userId = (await createUser(studbook.db)).id;
});
afterAll(() => studbook.drop());

const write = (adId: string, record: StudRecord) =>
  studbook.db.transaction().execute((tx) => setRecord(tx, adId, record));

const insertRow = async (parts: Record<string, unknown>) => {
  const { id } = await createAd(studbook.db, userId);
  const names = Object.keys(parts);
  const values = names.map((_, n) => `$${n + 2}::json`);
  await studbook.run(
    `insert into ad_records (${["ad_id", ...names].join(", ")}) values (${["$1", ...values].join(", ")})`,
    [id, ...Object.values(parts).map((part) => JSON.stringify(part))],
  );
};

const row = { test: "hips", registry: "OFA", result: "Good" } as const;
const rows = (n: number, change = {}) => ({
  tests: Array.from({ length: n }, () => ({ ...row, ...change })),
});

describe("the table of records", () => {
  test.each([
    ["ad_records_stated", {}],
    ["ad_records_registry", { identity: { registry: "akc" } }],
    ["ad_records_weight", { identity: { weightPounds: 0 } }],
    ["ad_records_weight", { identity: { weightPounds: 300.5 } }],
    ["ad_records_height", { identity: { heightInches: 0.5 } }],
    ["ad_records_height", { identity: { heightInches: 45.5 } }],
    ["ad_records_place", { place: {} }],
    ["ad_records_place", { place: { city: "Bozeman" } }],
    ["ad_records_place", { place: { zip: "59715" } }],
    ["ad_records_place", { place: { zip: "59715", city: "" } }],
    ["ad_records_place", { place: { zip: "5971", city: "Bozeman" } }],
    ["ad_records_place", { place: { zip: "59715\n", city: "Bozeman" } }],
    ["ad_records_coi", { pedigree: { coiPercent: 140, coiMethod: "genomic" } }],
    ["ad_records_coi", { pedigree: { coiPercent: -0.01, coiMethod: "genomic" } }],
    ["ad_records_coi_method", { pedigree: { coiPercent: 6.2 } }],
    ["ad_records_coi_method", { pedigree: { coiPercent: 6.2, coiMethod: "guess" } }],
    ["ad_records_coi_generations", { pedigree: { coiMethod: "pedigree", coiGenerations: 0 } }],
    ["ad_records_coi_generations", { pedigree: { coiMethod: "pedigree", coiGenerations: 21 } }],
    ["ad_records_coi_generations", { pedigree: { coiMethod: "genomic", coiGenerations: 5 } }],
    ["ad_records_coi_generations", { pedigree: { coiGenerations: 5 } }],
    ["ad_records_tests", { health: rows(0) }],
    ["ad_records_tests", { health: rows(1, { test: "HIPS" }) }],
    ["ad_records_tests", { health: rows(1, { test: null }) }],
    ["ad_records_tests", { health: rows(1, { registry: undefined }) }],
    ["ad_records_tests", { health: rows(1, { result: null }) }],
    ["ad_records_tests", { health: { tests: [row, { ...row, date: TOMORROW }] } }],
    ["ad_records_tests", { health: rows(1, { date: "1989-12-31" }) }],
    ["ad_records_litters", { breeding: { littersSired: -1 } }],
    ["ad_records_litters", { breeding: { littersSired: 501 } }],
    ["ad_records_breeding_days", { breeding: { semenAnalysisDate: TOMORROW } }],
    ["ad_records_breeding_days", { breeding: { brucellosisTestDate: TOMORROW } }],
    ["ad_records_breeding_days", { breeding: { brucellosisTestDate: "1989-12-31" } }],
    ["ad_records_deposit", { terms: { deposit: -1 } }],
    ["ad_records_availability", { availability: {} }],
    ["ad_records_availability", { availability: { status: "sold" } }],
    ["ad_records_availability", { availability: { since: TODAY } }],
    ["ad_records_availability", { availability: { status: "available", since: TODAY } }],
    ["ad_records_availability", { availability: { status: "frozen-only" } }],
    ["ad_records_availability", { availability: { status: "frozen-only", since: TOMORROW } }],
  ])("has a constraint %s that refuses %j", async (constraint, parts) => {
    await expect(insertRow(parts)).rejects.toThrow(`"${constraint}"`);
  });

  test.each([
    [/invalid input syntax for type numeric/, { identity: { weightPounds: "heavy" } }],
    [/invalid input syntax for type integer/, { breeding: { littersSired: 1.5 } }],
    [/ad_records_tests|invalid input syntax for type date/, { health: rows(1, { date: "soon" }) }],
    [/date\/time field value out of range/, { breeding: { semenAnalysisDate: "2026-02-30" } }],
    [/non-array/, { health: { tests: row } }],
  ])("fails with %s for %j", async (message, parts) => {
    await expect(insertRow(parts)).rejects.toThrow(message);
  });

  test.each([
    { identity: { registry: "other", weightPounds: 1, heightInches: 45 } },
    { identity: { weightPounds: 300, heightInches: 1 }, titles: { suffix: "CGC" } },
    { identity: { kennelName: "Elk Creek" } },
    { place: { zip: "59715", city: "Bozeman" } },
    { pedigree: { coiPercent: 0, coiMethod: "genomic" } },
    { pedigree: { coiPercent: 100, coiMethod: "pedigree", coiGenerations: 20 } },
    { pedigree: { ancestors: { sire: "Scout" } } },
    { health: rows(1, { date: TODAY }) },
    { health: { chicNumber: "1" } },
    { breeding: { littersSired: 0, semenAnalysisDate: TODAY, brucellosisTestDate: "1990-01-01" } },
    { breeding: { littersSired: 500 } },
    { terms: { deposit: 0 } },
    { availability: { status: "available" } },
    { availability: { status: "frozen-only", since: TODAY } },
  ])("accepts %j", async (parts) => {
    await expect(insertRow(parts)).resolves.toBeUndefined();
  });

  test("has up to 20 tests in a row", async () => {
    await expect(insertRow({ health: rows(20) })).resolves.toBeUndefined();
    await expect(insertRow({ health: rows(21) })).rejects.toThrow("ad_records_tests");
  });
});

const COMPLETE = {
  identity: { registry: "CKC", registeredName: 'Ünï "Rex" \\ 🐕' },
  titles: { prefix: "CH" },
  place: { zip: "59715", city: "Bozeman" },
  health: { tests: [{ test: "dna", name: "prcd-PRA", registry: "OFA", result: "Clear" }, row] },
  breeding: { proven: false, methods: ["chilled", "natural"], littersSired: 0 },
  availability: { status: "frozen-only", since: TODAY },
} satisfies StudRecord;

const NOTHING = {
  summary: null,
  x: null,
  y: null,
  z: null,
  proven: null,
  methods: null,
  tests: null,
  registry: null,
};

/** The cell of Bozeman: 45.7 degrees north and 111 degrees west. */
const BOZEMAN_CELL = (91 - 30) * 256 + (-223 + 361);
const stateNo = (code: (typeof STATE_CODES)[number]) => STATE_CODES.indexOf(code) + 1;

const readDerived = async (adId: string) => {
  const [derived] = await studbook.run(
    "select summary, area, x, y, z, proven, methods, tests, registry from ads where id = $1",
    [adId],
  );
  return derived;
};

describe("the columns of an ad that follow from its record", () => {
  test("are set, changed and cleared with it", async () => {
    const ad = await createAd(studbook.db, userId, { state: "MT" });
    const nowhere = { ...NOTHING, area: stateNo("MT") * 65_536 };
    expect(await readDerived(ad.id)).toEqual(nowhere);

    await write(ad.id, COMPLETE);
    const [center] = await studbook.run("select x, y, z from zips where zip = '59715'");
    const complete = {
      summary: {
        titles: { prefix: "CH" },
        city: "Bozeman",
        proven: false,
        methods: ["chilled", "natural"],
        testsStated: 2,
        availability: { status: "frozen-only", since: TODAY },
      },
      ...center,
      area: stateNo("MT") * 65_536 + BOZEMAN_CELL,
      proven: false,
      methods: 0b101,
      tests: 0b1000_0001,
      registry: 3,
    };
    expect(await readDerived(ad.id)).toEqual(complete);
    expect(await getRecord(studbook.db, ad.id)).toEqual(COMPLETE);

    const { place: _place, breeding: _breeding, ...rest } = COMPLETE;
    await write(ad.id, { ...rest, health: { chicNumber: "1" } });
    const { titles, availability } = complete.summary;
    expect(await readDerived(ad.id)).toEqual({
      ...nowhere,
      summary: { titles, availability },
      registry: 3,
    });

    await write(ad.id, {});
    expect(await readDerived(ad.id)).toEqual(nowhere);
    expect(await getRecord(studbook.db, ad.id)).toEqual({});
  });

  test("are cleared if the row is deleted", async () => {
    const ad = await createAd(studbook.db, userId, { record: COMPLETE });
    await studbook.run("delete from ad_records where ad_id = $1", [ad.id]);
    expect(await readDerived(ad.id)).toMatchObject(NOTHING);
  });

  test("have no summary of parts that lists do not show", async () => {
    const ad = await createAd(studbook.db, userId, {
      record: { identity: { color: "Red" }, terms: { deposit: 1 } },
    });
    expect(await readDerived(ad.id)).toMatchObject({ ...NOTHING, area: expect.any(Number) });
  });

  test("have the bit of each method and test, and the number of each registry", async () => {
    const { id } = await createAd(studbook.db, userId);
    for (const [n, method] of BREEDING_METHODS.entries()) {
      await write(id, { breeding: { methods: [method] } });
      expect(await readDerived(id)).toMatchObject({ methods: 1 << n, tests: null });
    }
    for (const [n, name] of HEALTH_TESTS.entries()) {
      const listed = { test: name, name: "x", registry: "OFA", result: "x" } as const;
      await write(id, { health: { tests: [listed, listed] } });
      expect(await readDerived(id)).toMatchObject({ tests: 1 << n, methods: null });
    }
    for (const [n, registry] of DOG_REGISTRIES.entries()) {
      await write(id, { identity: { registry } });
      expect(await readDerived(id)).toMatchObject({ registry: n + 1, tests: null });
    }
  });

  test("keep the cell in another state, and change the state's number", async () => {
    const { id } = await createAd(studbook.db, userId, { state: "MT", record: COMPLETE });
    await studbook.run("update ads set state = 'TX', breed = 'Pug' where id = $1", [id]);
    expect(await readDerived(id)).toMatchObject({ area: stateNo("TX") * 65_536 + BOZEMAN_CELL });
  });
});

test("every state has the number of its position in the list, and every breed its own number", async () => {
  const { id } = await createAd(studbook.db, userId);
  for (const [n, state] of STATE_CODES.entries()) {
    const [numbered] = await studbook.run(
      "update ads set state = $2 where id = $1 returning state_no as n, area",
      [id, state],
    );
    expect(numbered).toEqual({ n: n + 1, area: (n + 1) * 65_536 });
  }
  for (const breed of BREEDS) {
    const [numbered] = await studbook.run(
      `update ads set breed = $2 where id = $1
       returning breed_no = (select no from breeds where name = $2) as numbered`,
      [id, breed],
    );
    expect([breed, numbered]).toEqual([breed, { numbered: true }]);
  }
});

test("the number of a cell says where it is, to half a degree", async () => {
  const elsewhere = await studbook.run(
    `select zip from zips, area_of(0::smallint, x, y, z) area
     where degrees(asin(z)) - (area / 256 + 30) / 2.0 not between 0 and 0.5
       or degrees(atan2(y, x)) - (area % 256 - 361) / 2.0 not between 0 and 0.5`,
  );
  // Wake Island, which the data count as a part of Hawaii, is in the eastern hemisphere.
  expect(elsewhere).toEqual([{ zip: "96898" }]);
});

test("a record is deleted with its ad", async () => {
  const ad = await createAd(studbook.db, userId, { record: COMPLETE });
  await studbook.db.transaction().execute((tx) => deleteAd(tx, userId, ad.id));
  expect(await studbook.run("select from ad_records where ad_id = $1", [ad.id])).toEqual([]);
});
