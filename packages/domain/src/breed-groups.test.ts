import { expect, test } from "vitest";
import { BREED_GROUPS, breedGroup } from "./breed-groups.ts";
import { BREEDS } from "./breeds.ts";

test("every breed except Other is in a group, and all groups are used", () => {
  expect(BREEDS.filter((breed) => breedGroup(breed) === null)).toEqual(["Other"]);
  const used = new Set(BREEDS.map(breedGroup));
  expect(BREED_GROUPS.filter((group) => !used.has(group))).toEqual([]);
});
