import { encodeCursor } from "@studbook/domain/cursor";
import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { readSearchFilters } from "./search-filters.ts";

const CURSOR = encodeCursor(fakeAd(1));

test.each([
  [{ breed: "Boxer", state: "TX", cursor: CURSOR, pages: "3" }],
  [{ breed: "Poodle (Toy)" }],
  [{}],
])("reads the valid filters %j", (filters) => {
  expect(readSearchFilters({ ...filters, other: "text" })).toEqual(filters);
});

test("ignores what is not valid", () => {
  expect(readSearchFilters({ breed: "boxer", state: "tx", cursor: "text", pages: "x" })).toEqual(
    {},
  );
  expect(readSearchFilters({ breed: ["Boxer"], state: 1, cursor: null })).toEqual({});
});

test.each([
  ["1", undefined],
  ["-2", undefined],
  ["", undefined],
  ["2.9", "2"],
  ["999999", "100"],
])("reads pages=%s as %s", (text, pages) => {
  expect(readSearchFilters({ pages }).pages).toBe(pages);
  expect(readSearchFilters({ pages: text }).pages).toBe(pages);
});
