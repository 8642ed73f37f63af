import { expect, test } from "vitest";
import { LegalPageRequest } from "./legal.ts";

test.each(["privacy", "terms"])("the page %s can be requested", (name) => {
  expect(LegalPageRequest.parse({ name })).toEqual({ name });
});

test.each(["imprint", "", undefined])("the page %j is refused", (name) => {
  expect(LegalPageRequest.safeParse({ name }).error?.issues).toMatchObject([
    { path: ["name"], message: "The page must be privacy or terms" },
  ]);
});
