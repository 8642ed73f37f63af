import { Password } from "@studbook/domain/schemas/account";
import { expect, it } from "vitest";
import { PASSWORD } from "../../test/test-app.ts";
import { DEMO_PASSWORD } from "../demo/load-demo.ts";
import { refuseGuessable } from "./guessable-passwords.ts";

const USERNAME = "Dale.Carter";
const refuse = (typed: string) => refuseGuessable("password", Password.parse(typed), USERNAME);

it.each([
  ["the most common", "123456"],
  ["a common word", "password"],
  ["in another case", "PassWord1"],
  ["a common one in full-width digits", "１２３４５６７"],
  ["less common", "testing123"],
  ["a run of digits", "567890"],
  ["a run of digits downwards", "0987654321"],
  ["a row of keys backwards", "lkjhgfds"],
  ["part of the alphabet", "MNOPQR"],
  ["one letter again and again", "zzzzzzzzzzzz"],
  ["a few letters again and again", "12ab12ab12ab"],
  ["a common one backwards", "drowssap"],
  ["the username", USERNAME],
  ["the username in another case", "dale.CARTER"],
])("refuses %s: %s", (_what, typed) => {
  expect(() => refuse(typed)).toThrow("This password is too easy to guess");
});

it.each([
  PASSWORD,
  DEMO_PASSWORD,
  "correct horse",
  "Dale.Carter-1987!",
  "12ab12ab12abx",
  "  dale  ",
  "пароль-для-собак",
  "🐕🐕🐕🐕🐕🐩",
])("takes %s", (typed) => {
  expect(() => refuse(typed)).not.toThrow();
});

it("tells which field it is", () => {
  const message = "This password is too easy to guess";
  try {
    refuseGuessable("newPassword", "qwerty", USERNAME);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ issues: [{ path: "newPassword", message }] });
  }
});
