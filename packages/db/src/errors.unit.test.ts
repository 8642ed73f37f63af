import { describe, expect, test } from "vitest";
import {
  DatabaseBusyError,
  DatabaseTimeoutError,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseUnavailable,
  isReadOnlyDatabase,
  isSerializationFailure,
  isUniqueViolation,
} from "./errors.ts";

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error("refused"), { code, ...more });

describe("isDatabaseUnavailable returns true", () => {
  test.each([
    ["when it refuses connections", withCode("ECONNREFUSED", { syscall: "connect" })],
    ["when its host name is unknown", withCode("ENOTFOUND", { syscall: "getaddrinfo" })],
    [
      "when all of its addresses refuse connections",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
    ],
    ["while it starts up", withCode("57P03")],
    ["while it shuts down", withCode("57P01")],
    ["when it has no connection slots left", withCode("53300")],
    [
      "when the pool has no free connection in time",
      new Error("timeout exceeded when trying to connect"),
    ],
    ["when the connection breaks", new Error("Connection terminated unexpectedly")],
    ["when its disk is full", withCode("53100")],
    ["when it cannot read its disk", withCode("58030")],
    ["when it ended an idle transaction", withCode("25P03")],
    ["when its certificate is not trusted", withCode("CERT_HAS_EXPIRED")],
    ["when it lacks TLS", new Error("The server does not support SSL connections")],
    ["when it does not respond", new DatabaseTimeoutError()],
    ["when it does not respond to the job queue", new Error("Query read timeout")],
  ])("%s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(true));
});

describe("isDatabaseUnavailable returns false", () => {
  test.each([
    ["when a statement is rejected", withCode("42601")],
    ["when a unique index rejects a row", withCode("23505")],
    ["when a statement times out", withCode("57014")],
    ["when a file is missing", withCode("ENOENT", { syscall: "open" })],
    ["for another error without a code", new Error("Connection lost its way")],
    ["when the thrown value is not an Error", "ECONNREFUSED"],
  ])("%s", (_, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});

test.each([
  ["when a statement times out", withCode("57014"), true],
  ["when a lock is not available in time", withCode("55P03"), true],
  ["after a deadlock", withCode("40P01"), true],
  ["when too many callers wait for a connection", new DatabaseBusyError(), true],
  ["when it does not respond", new DatabaseTimeoutError(), false],
  ["when a statement is rejected", withCode("42601"), false],
])("isDatabaseBusy %s", (_, error, isBusy) => expect(isDatabaseBusy(error)).toBe(isBusy));

test("isReadOnlyDatabase accepts a refused write", () => {
  expect(isReadOnlyDatabase(withCode("25006"))).toBe(true);
  expect(isReadOnlyDatabase(withCode("42501"))).toBe(false);
});

test("isDatabaseFull accepts a full disk", () => {
  expect(isDatabaseFull(withCode("53100"))).toBe(true);
  expect(isDatabaseFull(withCode("53300"))).toBe(false);
});

test("isSerializationFailure accepts a deadlock but not a unique violation", () => {
  expect(isSerializationFailure(withCode("40P01"))).toBe(true);
  expect(isSerializationFailure(withCode("23505"))).toBe(false);
});

test("isUniqueViolation distinguishes indexes", () => {
  const error = withCode("23505", { constraint: "users_username_key" });
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, "users_username_key")).toBe(true);
  expect(isUniqueViolation(error, "payments_intent_key")).toBe(false);
});
