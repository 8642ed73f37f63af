import { expect, test } from "vitest";
import { listTestItems } from "./list-test-items.ts";

const hips = { test: "hips" } as const;
const cardiac = { test: "cardiac" } as const;
const holter = { test: "cardiac", name: "Holter" } as const;
const eyes = { test: "eyes" } as const;

test("lists the club's tests in its order, with the rows that state them, and then the other rows", () => {
  const rows = [eyes, { test: "thyroid" } as const, undefined, hips, eyes];
  expect(listTestItems([hips, holter, eyes], rows)).toEqual([
    { row: 3 },
    { listed: holter },
    { row: 0 },
    { row: 4 },
    { row: 1 },
    { row: 2 },
  ]);
});

test("puts a test with a name at the entry with this name, and each row only once", () => {
  const rows = [{ test: "cardiac", name: "HOLTER" } as const, { test: "cardiac" } as const];
  expect(listTestItems([cardiac, holter], rows)).toEqual([{ row: 1 }, { row: 0 }]);
  expect(listTestItems([cardiac, holter], rows.slice(0, 1))).toEqual([{ row: 0 }]);
});

test("lists only the rows without a list", () => {
  expect(listTestItems([], [undefined, hips])).toEqual([{ row: 0 }, { row: 1 }]);
});
