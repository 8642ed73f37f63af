import { expect, test } from "vitest";
import { BREEDS, isBreed } from "./breeds.ts";

test("lists 80 different breeds ending with Other, with the Poodle in three sizes", () => {
  expect(new Set(BREEDS).size).toBe(80);
  expect(BREEDS.at(-1)).toBe("Other");
  expect(BREEDS.filter((breed) => breed.startsWith("Poodle"))).toEqual([
    "Poodle (Miniature)",
    "Poodle (Standard)",
    "Poodle (Toy)",
  ]);
});

test.each(["boxer", " Boxer", "", "Poodle", null, undefined, ["Boxer"]])(
  "%j is not a breed",
  (value) => {
    expect(isBreed(value)).toBe(false);
    expect(isBreed("Boxer")).toBe(true);
  },
);
