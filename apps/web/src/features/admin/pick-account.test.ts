import { expect, test } from "vitest";
import { pickAccount } from "./pick-account.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";
const ann = { id: ID, username: "Ann" };
const named = { id: "9c1d2e3f-0000-4000-8000-000000000001", username: ID.toUpperCase() };

test.each([
  ["a username in another case", "aNN", [ann], true, { id: ID }],
  [
    "a username that only others contain",
    "ann",
    [{ id: named.id, username: "annabel" }],
    true,
    "none",
  ],
  ["a username that too many others contain", "ann", [], false, "too-many"],
  ["an ID", ID.toUpperCase(), [ann], true, { id: ID }],
  ["the ID of an erased account", ID, [], true, { id: ID }],
  ["an ID that is also a username", ID, [ann, named], true, "ambiguous"],
  ["the ID of an erased account that is now a username", ID, [named], true, "ambiguous"],
  ["an ID with the prefix id:", `id:${ID}`, [], true, { id: ID }],
  ["a text after id: that is not an ID", "id:ann", [ann], true, "none"],
])("looks up %s", (_what, who, matches, isComplete, picked) => {
  expect(pickAccount(who, matches, isComplete)).toEqual(picked);
});
