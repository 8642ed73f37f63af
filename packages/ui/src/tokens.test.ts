import { describe, expect, it } from "vitest";
import { contrastRatio, parseHex } from "../test/color.ts";
import { type ColorPair, EDGE_PAIRS, TEXT_PAIRS } from "../test/color-pairs.ts";
import { getColor, type Palette, readPalette } from "../test/tokens.ts";

const light = readPalette("light");
const dark = readPalette("systemDark");

it("has the same dark colors whether the system or the visitor chose dark", () => {
  expect(readPalette("chosenDark")).toEqual(dark);
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

describe.each([
  ["text", TEXT_PAIRS, 4.5],
  ["edges", EDGE_PAIRS, 3],
] as const)("contrast of %s", (_what, pairs, least) => {
  it.each([
    ["light", light],
    ["dark", dark],
  ])("meets WCAG AA in %s", (_scheme, palette) => {
    expect(describeFaintPairs(palette, pairs, least)).toEqual([]);
  });

  // The browser tests compare light colors, so they cannot tell tokens with the same light color apart.
  it("meets WCAG AA in dark also for tokens with the same light color", () => {
    const listEqual = (token: string) =>
      [...light.keys()].filter((other) => light.get(other) === light.get(token));
    const equal = pairs.flatMap(([background, colors]): ColorPair[] =>
      listEqual(background).map((other) => [other, colors.flatMap(listEqual)]),
    );
    expect(describeFaintPairs(dark, equal, least)).toEqual([]);
  });
});

/** Describes the pairs with a contrast ratio below `least`. */
function describeFaintPairs(
  palette: Palette,
  pairs: readonly ColorPair[],
  least: number,
): string[] {
  const color = (token: string) => parseHex(getColor(palette, token));
  return pairs.flatMap(([background, colors]) =>
    colors
      .map((name) => ({ name, ratio: contrastRatio(color(name), color(background)) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ name, ratio }) => `${name} on ${background} has only ${ratio.toFixed(2)}:1`),
  );
}
