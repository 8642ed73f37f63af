import { readFileSync } from "node:fs";

/** Colors as `#rrggbb` by the name of their token, such as `ink`. */
export type Palette = ReadonlyMap<string, string>;

const SELECTORS = {
  light: "\n:root {",
  /** Dark because the system is. */
  systemDark: '\n  :root:not([data-theme="light"]) {',
  /** Dark because the visitor has chosen it. */
  chosenDark: '\n  :root[data-theme="dark"] {',
};

/** Returns the opaque colors of a block of tokens.css. Throws Error if there is no such block. */
export function readPalette(scheme: keyof typeof SELECTORS): Palette {
  const css = readFileSync(new URL("../src/tokens.css", import.meta.url), "utf8");
  const [, rest] = css.split(SELECTORS[scheme]);
  const [block] = rest?.split("}") ?? [];
  if (!block) throw new Error(`tokens.css has no block${SELECTORS[scheme]}`);
  const colors = block.matchAll(/--sb-([a-z-]+): (#[\da-f]{6});/g);
  return new Map(Array.from(colors, ([, name = "", hex = ""]) => [name, hex]));
}

/** Returns the color of a token. Throws Error if the palette does not have it. */
export function getColor(palette: Palette, token: string): string {
  const color = palette.get(token);
  if (!color) throw new Error(`tokens.css has no color --sb-${token}`);
  return color;
}
