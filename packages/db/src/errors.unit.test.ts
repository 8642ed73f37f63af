import { describe, expect, test } from "vitest";
import { isDatabaseUnavailable, isSerializationFailure, isUniqueViolation } from "./errors.ts";

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error("refused"), { code, ...more });

describe("a database is unavailable", () => {
  test.each([
    ["when it refuses connections", withCode("ECONNREFUSED", { syscall: "connect" })],
    ["when its name is not known", withCode("ENOTFOUND", { syscall: "getaddrinfo" })],
    [
      "when every address of it refuses",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
    ],
    ["when it starts up", withCode("57P03")],
    ["when it shuts down", withCode("57P01")],
    ["when it has no connection left", withCode("53300")],
    ["when the pool has none left in time", new Error("timeout exceeded when trying to connect")],
    ["when the connection breaks", new Error("Connection terminated unexpectedly")],
  ])("%s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(true));
});

describe("a database is available", () => {
  test.each([
    ["when it refuses a statement", withCode("42601")],
    ["when a row is taken", withCode("23505")],
    ["when a statement took too long", withCode("57014")],
    ["when a file is missing", withCode("ENOENT", { syscall: "open" })],
    ["when something else broke", new Error("Connection lost its way")],
    ["when no error was thrown", "ECONNREFUSED"],
  ])("%s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});

test("a deadlock may be repeated, a unique violation may not", () => {
  expect(isSerializationFailure(withCode("40P01"))).toBe(true);
  expect(isSerializationFailure(withCode("23505"))).toBe(false);
});

test("a unique violation is told apart by its index", () => {
  const error = withCode("23505", { constraint: "users_username_key" });
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, "users_username_key")).toBe(true);
  expect(isUniqueViolation(error, "payments_intent_key")).toBe(false);
});
