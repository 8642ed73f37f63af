import { BREEDS } from "@studbook/domain/breeds";
import sharp from "sharp";
import { expect, test } from "vitest";
import { ASPECTS, sizeOf } from "./aspects.ts";
import { PORTRAITS } from "./breeds/portraits.ts";
import { countVariants, drawPortrait, TAKES } from "./draw-portrait.ts";
import { SCENES } from "./scenes.ts";

const dogs = BREEDS.flatMap((breed) =>
  Array.from({ length: countVariants(breed) }, (_, variant) => ({ breed, variant })),
);

test.each(dogs)("draws $breed, variant $variant, in all takes", ({ breed, variant }) => {
  const drawings = TAKES.map((take) => drawPortrait(breed, take, { variant }));
  expect(new Set(drawings).size).toBe(TAKES.length);
  for (const svg of drawings) {
    expect(svg).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
    expect(findUnbalancedTag(svg)).toBeUndefined();
    expect(listIds(svg)).toHaveLength(new Set(listIds(svg)).size);
  }
});

// One breed for each kind of background.
test.each(["Pug", "Golden Retriever", "Bloodhound", "Samoyed", "Beagle", "Newfoundland"] as const)(
  "draws a %s and the land behind it to the corners in all proportions",
  async (breed) => {
    for (const aspect of ASPECTS) {
      const svg = drawPortrait(breed, 1, { aspect });
      const { width, height } = sizeOf(aspect);
      expect(svg).toContain(`width="${width}" height="${height}"`);
      const { data, info } = await sharp(Buffer.from(svg))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, height]);
      const colorAt = (x: number, y: number) => {
        const at = (y * width + x) * 3;
        return `#${data.subarray(at, at + 3).toString("hex")}`;
      };
      const { sky, horizon } = SCENES[PORTRAITS[breed].scene];
      for (const x of [0, width - 1]) {
        expect(colorAt(x, 0)).toBe(sky);
        expect(colorAt(x, height - 1)).not.toBe(horizon);
      }
    }
  },
);

test("draws the same picture for the same arguments", () => {
  expect(drawPortrait("Samoyed", 2)).toBe(drawPortrait("Samoyed", 2));
});

test("draws every dog differently", () => {
  const drawings = dogs.map(({ breed, variant }) => drawPortrait(breed, 1, { variant }));
  expect(new Set(drawings).size).toBe(dogs.length);
});

test("throws for a variant that the breed does not have", () => {
  expect(() => drawPortrait("Akita", 1, { variant: 1 })).toThrow(RangeError);
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
