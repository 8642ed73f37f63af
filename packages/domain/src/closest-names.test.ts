import { expect, test } from "vitest";
import { BREEDS } from "./breeds.ts";
import { listClosestNames } from "./closest-names.ts";

test.each([
  ["golden retreiver", ["Golden Retriever"]],
  ["golden-retriever", ["Golden Retriever"]],
  ["BOXER", ["Boxer"]],
  ["Standard Poodle", ["Poodle (Standard)"]],
  ["labradoodle", ["Labrador Retriever"]],
  ["german shepard", ["German Shepherd Dog"]],
  ["rotweiler", ["Rottweiler"]],
  ["frenchie", ["French Bulldog"]],
  ["corgi", ["Cardigan Welsh Corgi", "Pembroke Welsh Corgi"]],
  ["poodle", ["Poodle (Toy)", "Poodle (Standard)", "Poodle (Miniature)"]],
  ["Unicorn", ["Cane Corso"]],
  ["zzzz", []],
  ["日本", []],
  ["", []],
])("the breeds closest to %j are %j", (text, closest) => {
  expect(listClosestNames(text, BREEDS)).toEqual(closest);
});

test("compares only the start of a long text", () => {
  expect(listClosestNames(`${"Boxer".padEnd(100)}poodle`, BREEDS)).toEqual(["Boxer"]);
});
