import { expect, test } from "vitest";
import { pickAccount } from "./pick-account.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";
const ann = { id: ID, username: "Ann" };
const named = { id: "9c1d2e3f-0000-4000-8000-000000000001", username: ID.toUpperCase() };

test.each([
  ["a username in another case", "aNN", [ann], true, { id: ID }],
  ["a username that others are like", "ann", [{ id: named.id, username: "annabel" }], true, "none"],
  ["a username that too many are like", "ann", [], false, "many"],
  ["an id", ID.toUpperCase(), [ann], true, { id: ID }],
  ["the id of an erased account", ID, [], true, { id: ID }],
  ["an id that is a username too", ID, [ann, named], true, "both"],
  ["the id of an erased account that is a username now", ID, [named], true, "both"],
  ["what is said to be an id", `id:${ID}`, [], true, { id: ID }],
  ["no id after id:", "id:ann", [ann], true, "none"],
])("%s means the right account or none", (_what, who, found, isAll, meant) => {
  expect(pickAccount(who, found, isAll)).toEqual(meant);
});
