import { readFile } from "node:fs/promises";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZIPS_FILE } from "../../scripts/render-zips.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { findZip } from "./zips.ts";

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

it.each([
  ["59715", { state: "MT", city: "Bozeman" }],
  ["00501", { state: "NY", city: "Holtsville" }],
  ["99950", { state: "AK", city: "Ketchikan" }],
])("finds the state and city of %s, and no coordinates", async (zip, place) => {
  expect(await findZip(test.db, zip)).toEqual(place);
});

it.each(["00000", "5971", "597155", "59715-1234", "٥٩٧١٥", " 59715", "59715\n", "5971\0", ""])(
  "finds nothing for %j",
  async (zip) => {
    expect(await findZip(test.db, zip)).toBeUndefined();
  },
);

it.each([
  ["the District of Columbia", "20001"],
  ["Puerto Rico", "00901"],
  ["the military", "09012"],
])("finds nothing in %s, which is none of the 50 states", async (_place, zip) => {
  expect(await findZip(test.db, zip)).toBeUndefined();
});

describe("the table", () => {
  it("has every line of the file, to the third decimal", async () => {
    const lines = brotliDecompressSync(await readFile(ZIPS_FILE)).toString();
    const [stored] = await test.run(
      `select string_agg(concat_ws(e'\\t', zip, city, state, latitude::numeric(6, 3),
         longitude::numeric(6, 3)), e'\\n' order by zip) as lines from zips`,
    );
    expect(stored?.lines === lines).toBe(true);
  });

  it.each([
    ["New York", "10001", "Los Angeles", "90001", 2446],
    ["Miami", "33101", "New York", "10001", 1092],
    ["Honolulu", "96813", "Los Angeles", "90001", 2560],
  ])("puts %s (%s) and %s (%s) about %i miles apart", async (_one, from, _other, to, miles) => {
    const [distance] = await test.run(
      `select 2 * 3958.8 * asin(sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2 + (a.z - b.z) ^ 2) / 2) as miles
       from zips a, zips b where a.zip = $1 and b.zip = $2`,
      [from, to],
    );
    expect(Math.abs(Number(distance?.miles) - miles)).toBeLessThan(15);
  });

  it("has the same point for all ZIP codes of a city, in the middle of them", async () => {
    const rows = await test.run("select * from zips");
    const cities = Map.groupBy(rows, ({ state, city }) => `${city}, ${state}`);
    const misplaced = [...cities].filter(([, zips]) => {
      const middle = averageOf(zips.map(({ latitude, longitude }) => pointAt(latitude, longitude)));
      return zips.some(({ x, y, z }) =>
        [x, y, z].some((value, n) => Math.abs(Number(value) - Number(middle[n])) > 1e-7),
      );
    });
    expect(misplaced).toEqual([]);
    expect(cities.get("Orlando, FL")?.length).toBeGreaterThan(50);
  });

  it.each([
    ["zips_zip_digits", "zip", "'9971x'"],
    ["zips_zip_digits", "zip", "'9971'"],
    ["zips_state_code", "state", "'Mt'"],
    ["zips_city_named", "city", "''"],
    ["zips_latitude", "latitude", "-110.9"],
    ["zips_latitude", "latitude", "'NaN'"],
    ["zips_longitude", "longitude", "'NaN'"],
    ["zips_unit_vector", "x", "0"],
    ["zips_unit_vector", "z", "'NaN'"],
  ])("has a constraint %s that refuses the %s %s", async (constraint, column, value) => {
    const change = test.run(`update zips set ${column} = ${value} where zip = '59715'`);
    await expect(change).rejects.toThrow(constraint);
  });
});

function pointAt(latitude: unknown, longitude: unknown): number[] {
  const [north = 0, east = 0] = [latitude, longitude].map((at) => (Number(at) * Math.PI) / 180);
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** Returns the point on the sphere at the average of points. */
function averageOf(points: number[][]): number[] {
  const sums = [0, 1, 2].map((n) => points.reduce((sum, point) => sum + Number(point[n]), 0));
  return sums.map((sum) => sum / Math.hypot(...sums));
}
