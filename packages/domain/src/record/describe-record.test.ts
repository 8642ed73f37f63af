import { describe, expect, test } from "vitest";
import { BREEDS } from "../breeds.ts";
import {
  describeAge,
  describeCoi,
  describeMethods,
  describeProven,
  describeRegistration,
  formatHalves,
  hostOf,
  pluralBreed,
  titledName,
} from "./describe-record.ts";

test("methods are one phrase, without shipping on cards", () => {
  const methods = ["natural", "chilled", "surgical"] as const;
  expect(describeMethods(methods)).toBe("Natural, chilled semen shipped, surgical AI");
  expect(describeMethods(methods, { isShort: true })).toBe("Natural, chilled semen, surgical AI");
  expect(describeMethods(["frozen"])).toBe("Frozen semen shipped");
});

test.each([
  [{}, undefined],
  [{ proven: true }, "Yes"],
  [{ proven: false }, "Not yet"],
  [{ proven: true, littersSired: 1 }, "Yes, 1 litter"],
  [{ proven: false, littersSired: 0 }, "Not yet, 0 litters"],
  [{ littersSired: 3 }, "3 litters"],
])("%j is described as %j", (breeding, text) => {
  expect(describeProven(breeding)).toBe(text);
});

test.each([
  [{}, undefined],
  [{ registry: "AKC", registrationNumber: "SR81234503" }, "AKC SR81234503"],
  [{ registry: "other" }, "Other registry"],
  [{ registrationNumber: "WS 781204/06" }, "WS 781204/06"],
] as const)("the registration of %j is %j", (identity, text) => {
  expect(describeRegistration(identity)).toBe(text);
});

test("halves are written as fractions", () => {
  expect([0.5, 1, 23.5, 70].map(formatHalves)).toEqual(["½", "1", "23½", "70"]);
});

test("titles stand before and after the name", () => {
  expect(titledName("Bell Ringer", { prefix: "GCH", suffix: "JH CGC" })).toBe(
    "GCH Bell Ringer JH CGC",
  );
  expect(titledName("Bell Ringer")).toBe("Bell Ringer");
});

describe("the age", () => {
  test("is today's if the dog is available", () => {
    expect(describeAge("2020-05-01", "2026-11-29", { status: "available" })).toBe("6 years old");
    expect(describeAge("2020-05-01", "2026-11-29", undefined)).toBe("6 years old");
  });

  test("is that of the day since which only frozen semen is available", () => {
    const availability = { status: "frozen-only", since: "2025-01-05" } as const;
    expect(describeAge("2015-05-01", "2026-11-29", availability)).toBe(
      "9 years old on Jan 5, 2025",
    );
  });
});

test.each([
  [{}, undefined],
  [
    { coiPercent: 6.2, coiMethod: "pedigree", coiGenerations: 10 },
    "6.2%, by pedigree over 10 generations",
  ],
  [{ coiPercent: 0, coiMethod: "pedigree" }, "0%, by pedigree"],
  [{ coiPercent: 12.25, coiMethod: "genomic" }, "12.25%, by genomic test"],
] as const)("the inbreeding of %j is %j", (pedigree, text) => {
  expect(describeCoi(pedigree)).toBe(text);
});

test("a link is shown as its host, with letters that look like others in ASCII", () => {
  expect(hostOf("https://k9data.example/ranger?x=1")).toBe("k9data.example");
  expect(hostOf("https://аkc.org/")).toMatch(/^xn--/);
});

test("every breed has a plural", () => {
  expect(
    [
      "Boxer",
      "Poodle (Toy)",
      "Great Pyrenees",
      "Havanese",
      "Belgian Malinois",
      "Dogue de Bordeaux",
    ].map(pluralBreed),
  ).toEqual([
    "Boxers",
    "Poodles (Toy)",
    "Great Pyrenees",
    "Havanese",
    "Belgian Malinois",
    "Dogue de Bordeaux",
  ]);
  for (const breed of BREEDS) expect(pluralBreed(breed)).toMatch(/(?:[sx]|ese)(?: \(|$)/);
});
