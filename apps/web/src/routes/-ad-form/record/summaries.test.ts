import type { TestKind } from "@studbook/domain/record/health-tests";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { describe, expect, test } from "vitest";
import { summarizeBreeding } from "./breeding.ts";
import { EMPTY_TEST, summarizeHealth } from "./health.ts";
import { IdentityValues, summarizeIdentity } from "./identity.ts";
import { summarizePedigree } from "./pedigree.ts";
import { toRecordValues } from "./record-values.ts";
import { summarizeTerms } from "./terms.ts";

const CLUB: TestKind[] = [{ test: "hips" }, { test: "cardiac", name: "Holter" }, { test: "eyes" }];

function summarize(record: StudRecord) {
  const { identity, titles, health, pedigree, breeding, availability, terms } =
    toRecordValues(record);
  return {
    identity: summarizeIdentity(identity, titles),
    health: summarizeHealth(health, CLUB),
    unlisted: summarizeHealth(health, []),
    pedigree: summarizePedigree(pedigree),
    breeding: summarizeBreeding(breeding, availability),
    terms: summarizeTerms(terms),
  };
}

test("nothing is stated of an empty record, of which the club lists tests", () => {
  expect(summarize({})).toEqual({
    health: { text: "0 of 3 the club lists", meter: { stated: 0, listed: 3 } },
  });
});

describe("the summary of the identity", () => {
  test("names what is stated first, and counts the rest", () => {
    const identity = {
      registeredName: "Bell Ringer",
      registry: "AKC",
      registrationNumber: "WS1",
      color: "Brindle",
      weightPounds: 70,
      microchipped: false,
    } as const;
    const total = IdentityValues.keyof().options.length;
    expect(summarize({ identity }).identity).toBe(
      `Registered name, AKC number, color. 6 of ${total} stated`,
    );
  });

  test("names the number of another registry, a registry without a number, and titles alone", () => {
    const number = { registry: "other", registrationNumber: "1" } as const;
    expect(summarize({ identity: number }).identity).toMatch(/^Registration number\. 2 of /);
    expect(summarize({ identity: { registry: "UKC" } }).identity).toMatch(/^Registry\. 1 of /);
    expect(summarize({ titles: { suffix: "CGC" } }).identity).toBe("Titles");
  });
});

describe("the summary of the health tests", () => {
  const row = { registry: "OFA", result: "Normal" } as const;

  test("counts the listed tests once each, and the others", () => {
    const tests = [
      { test: "hips", ...row },
      { test: "hips", ...row },
      { test: "cardiac", name: "holter", ...row },
      { test: "thyroid", ...row },
    ] as const;
    const { health, unlisted } = summarize({ health: { tests: [...tests], chicNumber: "1" } });
    expect(health).toEqual({
      text: "2 of 3 the club lists, 1 other test, CHIC number",
      meter: { stated: 2, listed: 3 },
    });
    expect(unlisted).toEqual({ text: "4 tests, CHIC number" });
  });

  test("does not count rows without a result", () => {
    const tests = [{ ...EMPTY_TEST, test: "hips" as const, number: "GR-1" }];
    expect(summarizeHealth({ tests, chicNumber: "" }, CLUB)?.meter?.stated).toBe(0);
  });
});

test.each([
  [{ ancestors: { sire: "A", dam: "B" } }, "Sire and dam. 2 of 14 names"],
  [
    { ancestors: { sire: "A", dam: "B", "sire.dam": "C" } },
    "Sire, dam and one grandparent. 3 of 14 names",
  ],
  [
    { ancestors: { dam: "B", "dam.dam.dam": "C", "dam.sire.dam": "D" } },
    "Dam and two great-grandparents. 3 of 14 names",
  ],
  [
    { url: "https://a.example", coiPercent: 6.2, coiMethod: "genomic" },
    "COI 6.2%. Link to a pedigree",
  ],
] as const)("summarizes the pedigree %j", (pedigree, summary) => {
  expect(summarize({ pedigree }).pedigree).toBe(summary);
});

test.each<[StudRecord, string]>([
  [
    { breeding: { proven: true, littersSired: 4, methods: ["natural", "chilled"] } },
    "Proven, 4 litters. Natural, chilled semen",
  ],
  [{ breeding: { proven: false } }, "Not proven yet"],
  [{ breeding: { littersSired: 1, methods: ["surgical"] } }, "1 litter. Surgical AI"],
  [
    { breeding: { brucellosisTestDate: "2026-10-08", semenAnalysisDate: "2026-03-02" } },
    "Brucellosis test, semen analysis",
  ],
  [
    {
      breeding: { methods: ["natural"] },
      availability: { status: "frozen-only", since: "2026-01-01" },
    },
    "Frozen semen only",
  ],
])("summarizes the breeding %j", (record, summary) => {
  expect(summarize(record).breeding).toBe(summary);
});

test("summarizes the terms", () => {
  const terms = { deposit: 0, pickOfLitter: false, femaleNeeds: ["approval" as const] };
  expect(summarize({ terms }).terms).toMatch(
    /^Deposit, pick of the litter instead of the fee, required of the female\. 3 of \d+ stated$/,
  );
});
