import { expect, test } from "vitest";
import { ANCESTOR_PATHS, describeAncestor, parentsOf } from "./ancestors.ts";

test("lists the 14 ancestors, each before its parents", () => {
  expect(ANCESTOR_PATHS).toEqual([
    "sire",
    "sire.sire",
    "sire.sire.sire",
    "sire.sire.dam",
    "sire.dam",
    "sire.dam.sire",
    "sire.dam.dam",
    "dam",
    "dam.sire",
    "dam.sire.sire",
    "dam.sire.dam",
    "dam.dam",
    "dam.dam.sire",
    "dam.dam.dam",
  ]);
});

test("finds the parents of an ancestor", () => {
  expect(parentsOf("dam")).toEqual(["dam.sire", "dam.dam"]);
  expect(parentsOf("sire.dam")).toEqual(["sire.dam.sire", "sire.dam.dam"]);
});

test.each([
  ["sire", "Sire"],
  ["sire.dam", "Sire's dam"],
  ["dam.sire.dam", "Dam's sire's dam"],
] as const)("describes %s as %s", (path, text) => {
  expect(describeAncestor(path)).toBe(text);
});
