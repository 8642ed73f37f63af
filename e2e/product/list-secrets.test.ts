import { expect, it } from "vitest";
import { listSecretKinds } from "./list-secrets.ts";

it.each([
  ["a number", '{"card":"4242424242424242"}', ["card number"]],
  ["a grouped number", "number=4000 0025 0000 3155", ["card number"]],
  ["a dashed number", "4000-0000-0000-0002", ["card number"]],
  ["a number in an address", "/pay?card=4242%204242%204242%204242", ["card number"]],
  ["a number in a form", "card=3782+822463+10005", ["card number"]],
  ["a client secret", "pi_3Abc_secret_x9Y", ["client secret"]],
  ["both", "pi_3Abc_secret_x9Y 5555555555554444", ["card number", "client secret"]],
  ["an intent", '{"id":"pi_3Abc"}', []],
  ["a redacted secret", "?client_secret=[redacted] pi_3Abc_[redacted]", []],
  ["more digits than a card has", "142424242424242420", []],
  ["a time in milliseconds", '{"time":1795296000000}', []],
])("reports %s correctly", (_text, text, kinds) => {
  expect(listSecretKinds(text)).toEqual(kinds);
});

it("reports only the requested kinds", () => {
  expect(listSecretKinds("pi_3Abc_secret_x9Y", ["card number"])).toEqual([]);
});
