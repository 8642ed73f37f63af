import { describe, expect, test } from "vitest";
import { issuesOf, parseRecord, TODAY } from "../../../test/record-changes.ts";
import { RECORD_PARTS } from "../../record/parts.ts";
import { SAMPLE_AD_IDS } from "../../samples.ts";
import { AdPatch, adPatchOn } from "../ad.ts";
import { listIssues } from "../strict-object.ts";
import { changeRecord, StudRecord } from "./record.ts";

const NOT_AN_OBJECT = "Send the fields as a JSON object";
const TOMORROW = "2026-11-22";
const [id] = SAMPLE_AD_IDS;

describe("a record in a request", () => {
  test("keeps the parts that it does not name, and clears those that are null", () => {
    expect(parseRecord({})).toEqual({});
    const cleared = Object.fromEntries(RECORD_PARTS.map((part) => [part, null]));
    expect(parseRecord(cleared)).toEqual(cleared);
  });

  test("clears parts that state nothing", () => {
    const empty = {
      identity: {},
      titles: { prefix: "", suffix: " \u200b " },
      place: { zip: null },
      pedigree: { ancestors: { sire: "" }, url: null, coiPercent: null },
      health: { chicNumber: "", tests: [] },
      breeding: { proven: null, methods: [], semenAnalysisDate: "" },
      terms: { femaleNeeds: [], deposit: null },
      availability: { status: null, since: undefined },
    };
    expect(Object.keys(empty)).toEqual([...RECORD_PARTS]);
    expect(parseRecord(empty)).toEqual(
      Object.fromEntries(RECORD_PARTS.map((part) => [part, null])),
    );
  });

  test("drops what is not stated and keeps false and 0", () => {
    expect(
      parseRecord({
        identity: { registeredName: null, color: "", registry: "", microchipped: false },
        breeding: { littersSired: 0, proven: null, methods: [] },
      }),
    ).toEqual({ identity: { microchipped: false }, breeding: { littersSired: 0 } });
  });

  test.each([[[]], [["identity"]], ["identity"], [7], [true], [""]])("cannot be %j", (record) => {
    expect(issuesOf(record)).toEqual([{ path: "", message: NOT_AN_OBJECT }]);
  });

  test.each(RECORD_PARTS)("has an object or null as its %s", (part) => {
    for (const value of [[], "", "text", 7, false]) {
      expect(issuesOf({ [part]: value })).toEqual([{ path: part, message: NOT_AN_OBJECT }]);
    }
  });

  test.each([null, "", [], {}, "text"])("names unknown fields whose value is %j", (value) => {
    const record = {
      ...JSON.parse(`{"__proto__": ${JSON.stringify(value)}}`),
      identiy: value,
      identity: { registeredNme: value },
      pedigree: { ancestors: { uncle: value } },
    };
    expect(issuesOf(record)).toEqual(
      ["identity.registeredNme", "pedigree.ancestors.uncle", "__proto__", "identiy"].map(
        (path) => ({ path, message: `Unknown field: ${path.split(".").at(-1)}` }),
      ),
    );
  });

  test("has the path of the ad's field in its issues", () => {
    const tests = [{ test: "dna", registry: "OFA", result: "Clear" }];
    const { error } = AdPatch.safeParse({ id, studFee: -1, record: { health: { tests } } });
    expect(error && listIssues(error)).toEqual([
      { path: "studFee", message: "Stud fee cannot be below 0" },
      { path: "record.health.tests.0.name", message: "Test name is required for DNA tests" },
    ]);
  });

  test("has dates in the future only where the schema has no clock", () => {
    const record = {
      health: {
        tests: [{ test: "hips", registry: "OFA", result: "Good", date: TOMORROW }],
      },
      breeding: { semenAnalysisDate: TOMORROW, brucellosisTestDate: TOMORROW },
      availability: { status: "frozen-only", since: TOMORROW },
    };
    expect(AdPatch.parse({ id, record })).toEqual({ id, record });
    const { error } = adPatchOn(TODAY).safeParse({ id, record });
    expect(error && listIssues(error).map(({ path }) => path)).toEqual([
      "record.health.tests.0.date",
      "record.breeding.semenAnalysisDate",
      "record.breeding.brucellosisTestDate",
      "record.availability.since",
    ]);
    expect(adPatchOn(TOMORROW).safeParse({ id, record }).success).toBe(true);
  });

  test("can be nested deeply, wherever that is, without an overflow", () => {
    const deep = (open: string, close: string): unknown =>
      JSON.parse(`${open.repeat(50_000)}1${close.repeat(50_000)}`);
    for (const value of [deep("[", "]"), deep('{"a":', "}"), deep('{"tests":[', "]}")]) {
      const places = [
        value,
        { identity: value },
        { identity: { registeredName: value } },
        { pedigree: { ancestors: value } },
        { health: { tests: value } },
        { health: { tests: [value] } },
        { health: { tests: [{ test: value, url: value }] } },
        { breeding: { methods: [value] } },
      ];
      for (const record of places) expect(issuesOf(record)).not.toEqual([]);
      const ignored = {
        place: { zip: "59715", city: value },
        availability: { pausedUntil: value },
      };
      expect(parseRecord(ignored)).toEqual({
        place: { zip: "59715" },
        availability: { status: "available" },
      });
    }
  });
});

test("a record in a response can be sent back, but for what is read-only", () => {
  const record = {
    identity: { registeredName: "Ranger", registry: "AKC", weightPounds: 70.5 },
    place: { zip: "59715", city: "Bozeman" },
    availability: { status: "frozen-only", since: "2026-01-01", pausedUntil: null },
  } satisfies StudRecord;
  expect(StudRecord.parse(record)).toEqual(record);
  expect(parseRecord(record)).toEqual({
    ...record,
    place: { zip: "59715" },
    availability: { status: "frozen-only", since: "2026-01-01" },
  });
});

describe("changeRecord", () => {
  const before: StudRecord = {
    identity: { registeredName: "Ranger", registry: "AKC" },
    place: { zip: "59715", city: "Bozeman" },
    breeding: { proven: true },
  };

  test("replaces whole parts and keeps the others", () => {
    const identity = { kennelName: "Elk Creek" };
    expect(changeRecord(before, { identity })).toEqual({ ...before, identity });
    expect(changeRecord(before, { titles: { suffix: "JH" } })).toEqual({
      ...before,
      titles: { suffix: "JH" },
    });
    expect(changeRecord(before, {})).toEqual(before);
  });

  test("keeps parts that are undefined", () => {
    const change = { identity: undefined, place: undefined, breeding: null };
    expect(changeRecord(before, change)).toEqual({
      identity: before.identity,
      place: before.place,
    });
  });

  test("clears a part or all parts with null", () => {
    expect(changeRecord(before, { identity: null, titles: null, place: null })).toEqual({
      breeding: before.breeding,
    });
    expect(changeRecord(before, null)).toEqual({});
  });
});
