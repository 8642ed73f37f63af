import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const OUT = fileURLToPath(new URL("../src/assets/fonts/", import.meta.url));

const FONTS = [
  { name: "besley", min: 500, max: 700 },
  { name: "public-sans", min: 400, max: 700 },
] as const;

const LETTERS = [...between(0x20, 0x7e), ...between(0xa0, 0xff), "–—‘’“”…•∞−×′″™€ŒœŠšŽž"].join("");

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}

/** Reduces the two typefaces to Latin-1 and the weights in use, before the build starts. */
export function subsetFonts(): Plugin {
  return {
    name: "studbook:subset-fonts",
    async buildStart() {
      await mkdir(OUT, { recursive: true });
      for (const { name, min, max } of FONTS) {
        const source = fileURLToPath(
          import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
        );
        const font = await subsetFont(await readFile(source), LETTERS, {
          targetFormat: "woff2",
          variationAxes: { wght: { min, max } },
        });
        await writeFile(`${OUT}${name}.woff2`, font);
      }
    },
  };
}
