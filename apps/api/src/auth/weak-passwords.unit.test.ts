import { Password } from "@studbook/domain/schemas/account";
import { expect, it } from "vitest";
import { PASSWORD } from "../../test/test-app.ts";
import { DEMO_PASSWORD } from "../demo/load-demo.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

const USERNAME = "Dale.Carter";
const check = (typed: string) => refuseWeakPassword("password", Password.parse(typed), USERNAME);

it.each([
  ["the most common password", "123456"],
  ["a common word", "password"],
  ["a common password in mixed case", "PassWord1"],
  ["a common password in full-width digits", "１２３４５６７"],
  ["a less common password", "testing123"],
  ["ascending digits", "567890"],
  ["descending digits", "0987654321"],
  ["a reversed row of keys", "lkjhgfds"],
  ["part of the alphabet", "MNOPQR"],
  ["a repeated letter", "zzzzzzzzzzzz"],
  ["a repeated group of letters", "12ab12ab12ab"],
  ["a reversed common password", "drowssap"],
  ["the username", USERNAME],
  ["the username in another case", "dale.CARTER"],
])("refuses %s: %s", (_what, typed) => {
  expect(() => check(typed)).toThrow("This password is too easy to guess");
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
])("accepts %s", (typed) => {
  expect(() => check(typed)).not.toThrow();
});

it("reports the field", () => {
  const message = "This password is too easy to guess";
  try {
    refuseWeakPassword("newPassword", "qwerty", USERNAME);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ issues: [{ path: "newPassword", message }] });
  }
});
