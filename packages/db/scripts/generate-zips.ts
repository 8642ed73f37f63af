import { writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { renderZips, ZIPS_FILE } from "./render-zips.ts";

/** Writes data/zips.tsv.br. Once its migration is released, newer data needs another file and another migration. */
await writeFile(ZIPS_FILE, brotliCompressSync(await renderZips()));
