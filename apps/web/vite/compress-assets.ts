import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = "{*,assets/*}.{js,css,svg,json,webmanifest,txt}";

/** Writes a brotli and a gzip file next to every text file of the build, at the highest quality (brotli's default). */
export function compressAssets(): Plugin {
  return {
    name: "studbook:compress-assets",
    apply: "build",
    async writeBundle({ dir = "." }) {
      const files: Promise<void>[] = [];
      for await (const name of glob(TEXTS, { cwd: dir })) files.push(compress(join(dir, name)));
      await Promise.all(files);
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
