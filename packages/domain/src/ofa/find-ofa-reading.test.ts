import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PUBLISHED_OFA_NUMBERS } from "../../test/published-ofa-numbers.ts";
import { BREEDS } from "../breeds.ts";
import { BREED_CODES } from "./breed-codes.ts";
import { describeOfaReading, describeTypedOfaNumber } from "./describe-ofa-reading.ts";
import { findOfaReading } from "./find-ofa-reading.ts";
import type { OfaReading } from "./ofa-reading.ts";

describe("a published number", () => {
  test.each(PUBLISHED_OFA_NUMBERS)("$number ($source)", ({ number, test: tested, breed, says }) => {
    const reading = readNumber(number);
    expect(describeOfaReading(reading)).toBe(`As encoded: ${says}`);
    expect([reading.test, reading.breed ?? "-"]).toEqual([tested, breed]);
    expect(joinParts(reading)).toBe(number);
  });
});

test("cuts a hip number into parts with their meanings", () => {
  expect(readNumber("GR-128404G26M-C-PI").parts).toEqual([
    { kind: "breed", text: "GR", joint: "-", meaning: "Golden Retriever" },
    { kind: "number", text: "128404", joint: "", meaning: "the number in OFA’s register" },
    { kind: "rating", text: "G", joint: "", meaning: "hips rated Good" },
    { kind: "age", text: "26", joint: "", meaning: "at 26 months" },
    { kind: "sex", text: "M", joint: "-", meaning: "male" },
    { kind: "restraint", text: "C", joint: "-", meaning: "chemical restraint" },
    { kind: "identification", text: "PI", joint: "", meaning: "permanently identified" },
  ]);
});

test.each([
  ["BX-EL4410M25-PI", ["Boxer", "elbows rated Normal", "register", "male", "at 25 months"]],
  [
    "BX-CA2210/25M/S-PI",
    ["Boxer", "heart rated Normal", "register", "at 25 months", "male", "by a specialist"],
  ],
  ["BX-EYE19022/1F-PI", ["Boxer", "eyes", "register", "at 1 month", "female"]],
])("explains the parts of %s", (number, meanings) => {
  const explained = readNumber(number).parts.map(({ meaning }) =>
    meaning?.replace(/^.* OFA’s /, ""),
  );
  expect(explained).toEqual([...meanings, "permanently identified"]);
});

test("leaves unknown codes without a meaning", () => {
  const blanks = (number: string) =>
    readNumber(number).parts.flatMap(({ text, meaning }) => (meaning === undefined ? text : []));
  expect(blanks("XQ-128404G26M-PI")).toEqual(["XQ"]);
  expect(blanks("GR-XYZ123/24M-PI")).toEqual(["XYZ"]);
  expect(blanks("GR-CA123/24M/X-PI")).toEqual(["X"]);
  expect(blanks("GR-PA123/24M/P-PI")).toEqual(["P"]);
  expect(blanks("GR-128404G26M-X-PI")).toEqual(["X"]);
  expect(blanks("GR-TH123/24M-C-PI")).toEqual(["C"]);
  expect(blanks("GR-TH123/24M-PI-CAR")).toEqual(["CAR"]);
  expect(readNumber("GR-XYZ123/24M-PI")).toMatchObject({
    test: undefined,
    result: undefined,
    sex: "male",
  });
});

test.each([
  ["gr-128404g26m-vpi", "GR-128404G26M-VPI"],
  ["  GR-128404G26M-VPI\n", "GR-128404G26M-VPI"],
  ["GR–128404G26M—VPI", "GR-128404G26M-VPI"],
  ["GR 128404G26M VPI", "GR-128404G26M-VPI"],
  ["GR - 128404G26M - VPI", "GR-128404G26M-VPI"],
  ["GR128404G26MVPI", "GR-128404G26M-VPI"],
  ["GREL61877M26-PI", "GR-EL61877M26-PI"],
  ["GR-EL-61877M26NOPI", "GR-EL61877M26-NOPI"],
  ["BMDBCA1426/28F/P/VPI", "BMD-BCA1426/28F/P-VPI"],
])("reads %j like %s", (typed, written) => {
  const reading = readNumber(typed);
  expect({ ...reading, parts: [] }).toEqual({ ...readNumber(written), parts: [] });
  expect(joinParts(reading)).toBe(typed.trim());
});

test("says the same in the form, without a comma before the age", () => {
  const say = (number: string) => describeTypedOfaNumber(readNumber(number));
  expect(say("BX-12345E24M-PI")).toBe(
    "This number reads: Excellent at 24 months, male, permanently identified.",
  );
  expect(say("BF-EL277-T")).toBe("This number reads: Normal, permanently identified.");
  expect(say("GR-XYZ123/24M-PI")).toBe(
    "This number reads: at 24 months, male, permanently identified.",
  );
});

test("stays silent until the sex or the age has been typed", () => {
  const typed = (number: string) =>
    Array.from(number, (_, at) => number.slice(0, at + 1)).find((text) => findOfaReading(text));
  expect(typed("GR-128404G26M-C-PI")).toBe("GR-128404G26M");
  expect(typed("GR-EL61877M26-C-PI")).toBe("GR-EL61877M26");
  expect(typed("BX-CA2210/25M/C-PI")).toBe("BX-CA2210/25M");
});

test.each([
  // CERF, DNA and old hip numbers of the sources of the published numbers
  ...["LR-43078", "LR-30985", "LR-8923/1999-13", "BF-301/97-32", "BF-1154", "BF-377-T", "BCO-9-T"],
  ...["LR-CNM05-028-M-PI", "BMD-DNA-160/B", "BMD-EYE", "BMD-ACA"],
  // Preliminary OFA results, CHIC, PennHIP, BVA, FCI
  ...["Prelim-Prelim-GOOD", "PRELIM - 1970310", "CHIC 3921", "123456", "Pennhip # 109487"],
  ...["3:4 = 7", "#56095 (3+2=5)", "0/0", "HD-A", "HD-A (A + A)", "POL.ED-0/0", "2130-2022-HD A"],
  // Registries, DNA profiles, microchips
  ...["SR81234503", "SN04329411", "SF083476", "WS65368202", "WS 781204/06", "V186013", "V10482716"],
  ...[
    "P752-841",
    "UKC P752841",
    "ALAA-128304",
    "LOE 2666319",
    "LOF259453849",
    "DN64120401/1136829",
  ],
  ...["992000001807086", "AVID*012*345*678", "0A11-223344"],
  // Other texts
  ...[
    "",
    "   ",
    "Good",
    "Excellent at 24 months, male",
    "OFA",
    "pending",
    "n/a",
    "🐶",
    "2024-07-09",
  ],
  ...["07/11/2012", "Mar 3, 2025", "(406) 555-0142", "24 M", "https://ofa.org/?appnum=2128905"],
  // Near misses
  ...["GR-128404", "GR-128404G26", "GR-128404G26X-PI", "GR-128404H26M-PI", "GR-128404G2M-PI"],
  ...[
    "GR-128404G999M-PI",
    "G-128404G26M-PI",
    "GOLDE-128404G26M-PI",
    "GR-1284041G26M-PI",
    "GR-G26M-PI",
  ],
  ...["GR-128404M26-PI", "GR-128404/26M-PI", "GR-EL61877G26M-PI", "GR-EL61877", "GR-CA2210/25-PI"],
  ...["GR-XYZ123/24M", "GR-XYZ123-PI", "XQ128404G26M", "GR-128404G26M-PIX7", "GR-128404G26MALE"],
  ...["GR-128404G26M is Ranger", `GR-128404G26M-PI${" ".repeat(30)}-`],
])("stays silent on %j", (text) => {
  expect(findOfaReading(text)).toBeUndefined();
});

/** Published numbers with something else in one place. */
const almostANumber = fc
  .record({
    number: fc.constantFrom(...PUBLISHED_OFA_NUMBERS.map(({ number }) => number)),
    at: fc.nat(20),
    removed: fc.nat(2),
    added: fc.constantFrom(
      "",
      "-",
      "–",
      " ",
      "/",
      "0",
      "9",
      "F",
      "m",
      "E",
      "PI",
      "CAR",
      "X",
      "ß",
      "\n",
    ),
  })
  .map(
    ({ number, at, removed, added }) => number.slice(0, at) + added + number.slice(at + removed),
  );

test("reads any text without an error, and its parts are the text", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(almostANumber, fc.string({ unit: "binary" })), (text) => {
      const reading = findOfaReading(text);
      if (reading === undefined) return;
      read += 1;
      expect(joinParts(reading)).toBe(text.trim());
      const { parts: _, ...values } = reading;
      expect(findOfaReading(` ${text.toLowerCase()}`)).toMatchObject(values);
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(200);
});

test("knows a code for every breed", () => {
  const names = new Set<string>(Object.values(BREED_CODES));
  const missing = BREEDS.filter((breed) => !names.has(breed.replace(/ \((?:Min|Sta|Toy).*/, "")));
  expect(missing).toEqual(["Other"]);
  expect(names.size).toBe(Object.keys(BREED_CODES).length);
});

function readNumber(number: string): OfaReading {
  const reading = findOfaReading(number);
  if (reading === undefined) throw new Error(`${number} was not read`);
  return reading;
}

function joinParts({ parts }: OfaReading): string {
  return parts.map(({ text, joint }) => text + joint).join("");
}
