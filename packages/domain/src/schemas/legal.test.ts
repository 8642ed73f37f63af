import { expect, test } from "vitest";
import { LegalPageAsked } from "./legal.ts";

test.each(["privacy", "terms"])("the page %s can be requested", (name) => {
  expect(LegalPageAsked.parse({ name })).toEqual({ name });
});

test.each(["imprint", "", undefined])("the page %j is refused", (name) => {
  expect(LegalPageAsked.safeParse({ name }).error?.issues).toMatchObject([
    { path: ["name"], message: "The page must be privacy or terms" },
  ]);
});
