import { expect, it } from "vitest";
import { findSecrets } from "./find-secrets.ts";

it.each([
  ["a number", '{"card":"4242424242424242"}', ["card number"]],
  ["a grouped number", "number=4000 0025 0000 3155", ["card number"]],
  ["a dashed number", "4000-0000-0000-0002", ["card number"]],
  ["a number in an address", "/pay?card=4242%204242%204242%204242", ["card number"]],
  ["a number in a form", "card=3782+822463+10005", ["card number"]],
  ["a client secret", "pi_3Abc_secret_x9Y", ["client secret"]],
  ["both", "pi_3Abc_secret_x9Y 5555555555554444", ["card number", "client secret"]],
  ["an intent", '{"id":"pi_3Abc"}', []],
  ["a secret taken out", "?client_secret=[redacted] pi_3Abc_[redacted]", []],
  ["more digits than a card has", "142424242424242420", []],
  ["an instant in milliseconds", '{"time":1795296000000}', []],
])("finds what %s gives away", (_what, text, kinds) => {
  expect(findSecrets(text)).toEqual(kinds);
});

it("looks for what it is asked for alone", () => {
  expect(findSecrets("pi_3Abc_secret_x9Y", ["card number"])).toEqual([]);
});
