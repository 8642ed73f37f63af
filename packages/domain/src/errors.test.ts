import { expect, test } from "vitest";
import { DomainError, ERROR_STATUS } from "./errors.ts";

test("every code has an HTTP error status", () => {
  for (const status of Object.values(ERROR_STATUS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  }
});

test("a DomainError has a code, message, issues and cause", () => {
  const cause = new Error("inner");
  const issues = [{ path: "studFee", message: "Stud fee cannot be below 0" }];
  const error = new DomainError("BAD_REQUEST", "Stud fee cannot be below 0", { issues, cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: "BAD_REQUEST", issues, cause });
  expect(error.message).toBe("Stud fee cannot be below 0");
  expect(error.details).toBeUndefined();
});
