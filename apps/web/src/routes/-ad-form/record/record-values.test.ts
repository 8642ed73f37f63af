import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { recordChangeOn } from "@studbook/domain/schemas/record/record";
import { dog, LAST_DAY, studRecordOf } from "@studbook/domain/test/record-arbitrary";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromRecordValues,
  type RecordValues,
  recordControlOf,
  toRecordValues,
} from "./record-values.ts";

const schema = recordChangeOn(LAST_DAY);

/** Returns the parts that are not empty. */
const statedOf = (values: RecordValues, zip: string) =>
  Object.fromEntries(
    Object.entries(schema.parse(fromRecordValues(values, zip))).filter(([, part]) => part !== null),
  );

/** Available is the default, and the city follows from the ZIP code. */
function normalize({ place, availability, ...parts }: StudRecord) {
  return {
    ...parts,
    ...(place && { place: { zip: place.zip } }),
    ...(availability?.status === "frozen-only" && { availability }),
  };
}

test("a record is the same after the form", () => {
  fc.assert(
    fc.property(dog.chain(studRecordOf), (record) => {
      const values = toRecordValues(record);
      expect(statedOf(values, record.place?.zip ?? "")).toEqual(normalize(record));
    }),
  );
});

const values = toRecordValues({});

test("an empty form clears every part", () => {
  const parts = Object.values(schema.parse(fromRecordValues(values, "")));
  expect(parts).toEqual(Array(8).fill(null));
});

test("reads numbers with their units, and names with line breaks", () => {
  const { identity, pedigree } = schema.parse(
    fromRecordValues(
      {
        ...values,
        identity: { ...values.identity, weightPounds: "72 lb", heightInches: '23.5"' },
        pedigree: {
          ...values.pedigree,
          ancestors: { ...values.pedigree.ancestors, "sire-dam": " CH Long\nDivision " },
          coiPercent: "6.25 %",
          coiMethod: "genomic",
          coiGenerations: "hidden",
        },
      },
      "",
    ),
  );
  expect(identity).toEqual({ weightPounds: 72, heightInches: 23.5 });
  expect(pedigree).toEqual({
    ancestors: { "sire.dam": "CH Long Division" },
    coiPercent: 6.25,
    coiMethod: "genomic",
  });
});

test.each(["7o", "1e2", "-3", "12.", "1,5"])("refuses %s as a weight", (weightPounds) => {
  const identity = { ...values.identity, weightPounds };
  const { error } = schema.safeParse(fromRecordValues({ ...values, identity }, ""));
  expect(error?.issues[0]).toMatchObject({
    path: ["identity", "weightPounds"],
    message: "Weight must be a number from 1 to 300 in steps of 0.5",
  });
});

test.each([
  ["www.ofa.org", "https://www.ofa.org"],
  [" elkcreek.example/contract.pdf", "https://elkcreek.example/contract.pdf"],
  ["https://ofa.org/?q=1", "https://ofa.org/?q=1"],
  ["http://ofa.org", "http://ofa.org"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["the contract.pdf", "the contract.pdf"],
  ["", ""],
])("sends the link %j as %j", (contractUrl, sent) => {
  const terms = { ...values.terms, contractUrl };
  expect(fromRecordValues({ ...values, terms }, "").terms.contractUrl).toBe(sent);
});

test("does not send tests without a result, and finds the rows of the others", () => {
  const [row] = toRecordValues({
    health: { tests: [{ test: "dna", registry: "laboratory", result: "Clear" }] },
  }).health.tests;
  if (!row) throw new Error("No row");
  const tests = [{ ...row, result: " ", number: "GR-1" }, row, row];
  const changed = { ...values, health: { tests, chicNumber: "" } };
  expect(fromRecordValues(changed, "").health.tests).toHaveLength(2);
  expect(recordControlOf("record.health.tests.1.name", changed)).toBe("record.health.tests.2.name");
});

test("finds the controls of ancestors and of the ZIP code", () => {
  expect(recordControlOf("record.pedigree.ancestors.sire.dam.sire", values)).toBe(
    "record.pedigree.ancestors.sire-dam-sire",
  );
  expect(recordControlOf("record.place.zip", values)).toBe("zip");
  expect(recordControlOf("record.terms.deposit", values)).toBe("record.terms.deposit");
});
