import { expect, test } from "vitest";
import { BREEDS } from "./breeds.ts";
import { toSlug } from "./slug.ts";
import { US_STATES } from "./states.ts";

test("every breed has a slug of its own, of lower-case words with hyphens", () => {
  const slugs = BREEDS.map(toSlug);
  expect(new Set(slugs).size).toBe(BREEDS.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(toSlug("Poodle (Standard)")).toBe("poodle-standard");
  expect(toSlug("Chinese Shar-Pei")).toBe("chinese-shar-pei");
});

test("every state has a slug of its own", () => {
  const slugs = US_STATES.map(({ name }) => toSlug(name));
  expect(new Set(slugs).size).toBe(50);
  expect(slugs).toContain("new-york");
});
