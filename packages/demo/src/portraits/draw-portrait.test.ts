import { BREEDS } from "@studbook/domain/breeds";
import { expect, test } from "vitest";
import { countVariants, drawPortrait, TAKES } from "./draw-portrait.ts";

const dogs = BREEDS.flatMap((breed) =>
  Array.from({ length: countVariants(breed) }, (_, variant) => ({ breed, variant })),
);

test.each(dogs)("draws $breed, variant $variant, in all takes", ({ breed, variant }) => {
  const drawings = TAKES.map((take) => drawPortrait(breed, take, variant));
  expect(new Set(drawings).size).toBe(TAKES.length);
  for (const svg of drawings) {
    expect(svg).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
    expect(findUnbalancedTag(svg)).toBeUndefined();
    expect(listIds(svg)).toHaveLength(new Set(listIds(svg)).size);
  }
});

test("draws the same picture for the same arguments", () => {
  expect(drawPortrait("Samoyed", 2)).toBe(drawPortrait("Samoyed", 2));
});

test("draws every dog differently", () => {
  const drawings = dogs.map(({ breed, variant }) => drawPortrait(breed, 1, variant));
  expect(new Set(drawings).size).toBe(dogs.length);
});

test("throws for a variant that the breed does not have", () => {
  expect(() => drawPortrait("Akita", 1, 1)).toThrow(RangeError);
});

function listIds(svg: string): string[] {
  return Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, id]) => id ?? "");
}

/** Returns the first tag of the SVG that is not closed in order, or undefined. */
function findUnbalancedTag(svg: string): string | undefined {
  const open: string[] = [];
  for (const [tag, slash, name = ""] of svg.matchAll(
    /<(\/?)(\w+)(?:\s+[\w:-]+="[^"<>]*")*\s*\/?>/g,
  )) {
    if (tag.endsWith("/>")) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return tag;
  }
  const rest = svg.replace(/<\/?\w+(?:\s+[\w:-]+="[^"<>]*")*\s*\/?>/g, "");
  return open.pop() ?? (rest === "" ? undefined : rest);
}
