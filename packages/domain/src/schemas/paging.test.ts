import { describe, expect, test } from "vitest";
import { paging } from "./paging.ts";
import { listIssues, strictObject } from "./strict-object.ts";

const Page = strictObject(paging);

describe("a page", () => {
  test("has 100 entries and starts with the first one by default", () => {
    expect(Page.parse({})).toEqual({ limit: 100 });
    expect(Page.parse({ cursor: "" })).toEqual({ limit: 100 });
  });

  test.each([1, 200])("can have %i entries", (limit) => {
    expect(Page.parse({ limit, cursor: "next" })).toEqual({ limit, cursor: "next" });
  });

  test.each([
    ["limit", 0, "Limit must be a whole number from 1 to 200"],
    ["limit", 201, "Limit must be a whole number from 1 to 200"],
    ["limit", 1.5, "Limit must be a whole number from 1 to 200"],
    ["limit", "10", "Limit must be a whole number from 1 to 200"],
    ["limit", Number.NaN, "Limit must be a whole number from 1 to 200"],
    ["cursor", 7, "Cursor must be text"],
  ])("is refused if %s is %j", (path, value, message) => {
    const { error } = Page.safeParse({ [path]: value });
    expect(error && listIssues(error)).toEqual([{ path, message }]);
  });
});
