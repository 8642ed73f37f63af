import { expect, test } from "vitest";
import { BREED_GROUPS, breedFacts } from "./breed-facts.ts";
import { BREEDS } from "./breeds.ts";
import { toSlug } from "./slug.ts";
import { US_STATES } from "./states.ts";

test("every breed has a slug of its own, of lower-case words with hyphens", () => {
  const slugs = BREEDS.map((breed) => breedFacts(breed).slug);
  expect(new Set(slugs).size).toBe(BREEDS.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(breedFacts("Poodle (Standard)").slug).toBe("poodle-standard");
  expect(breedFacts("Chinese Shar-Pei").slug).toBe("chinese-shar-pei");
});

test("every state has a slug of its own", () => {
  const slugs = US_STATES.map(({ name }) => toSlug(name));
  expect(new Set(slugs).size).toBe(50);
  expect(slugs).toContain("new-york");
});

test("every breed except Other is in a group, and all groups are used", () => {
  const ungrouped = BREEDS.filter((breed) => breedFacts(breed).group === null);
  expect(ungrouped).toEqual(["Other"]);
  const used = new Set(BREEDS.map((breed) => breedFacts(breed).group));
  expect(BREED_GROUPS.filter((group) => !used.has(group))).toEqual([]);
});

test("no nickname repeats within a breed or is the name of a breed", () => {
  const names = new Set(BREEDS.map((breed) => breed.toLowerCase()));
  for (const breed of BREEDS) {
    const keys = breedFacts(breed).nicknames.map((nickname) => nickname.toLowerCase());
    expect([breed, keys.length]).toEqual([breed, new Set(keys).size]);
    expect([breed, keys.filter((key) => names.has(key))]).toEqual([breed, []]);
  }
});
