import { expect, test } from "vitest";
import { sortIssues } from "./sort-issues.ts";

test("issues go to their fields and to the photos, and nothing is said twice", () => {
  const issues = [
    { path: "breed", message: "Breed is required" },
    { path: "images.0", message: "Each image must be uploaded here" },
  ];
  expect(
    sortIssues({ issues, text: "Breed is required. Each image must be uploaded here" }),
  ).toEqual({
    fields: [{ name: "breed", message: "Breed is required" }],
    photos: "Each image must be uploaded here",
    text: undefined,
  });
});

test("what is about no field of the form keeps the server's sentence", () => {
  const limit = "Basic allows 1 listing. Upgrade to Premium to create more.";
  expect(sortIssues({ issues: [], text: limit }).text).toBe(limit);
  const issues = [{ path: "toString", message: "Unknown field: toString" }];
  expect(sortIssues({ issues, text: "Unknown field: toString" })).toEqual({
    fields: [],
    photos: undefined,
    text: "Unknown field: toString",
  });
});
