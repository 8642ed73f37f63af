import { expect, test } from "vitest";
import { readLoginQuery } from "./login-query.ts";

test.each([
  [{}, {}],
  [{ next: "/my-ads", utm_source: "mail" }, { next: "/my-ads" }],
  [{ next: 7 }, {}],
  [{ next: ["/my-ads", "/account"] }, {}],
  [{ next: "" }, { next: "" }],
])("the query of /login %j is read as %j", (query, read) => {
  expect(readLoginQuery(query)).toEqual(read);
});
