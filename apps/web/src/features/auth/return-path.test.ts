import { describe, expect, test } from "vitest";
import { findReturnPath } from "./return-path.ts";

describe("the way back after sign-in", () => {
  test.each(["/my-ads", "/edit-ad/42", "/checkout?tier=basic", "/account#listings", "/"])(
    "leads to %s",
    (path) => {
      expect(findReturnPath(path)).toBe(path);
    },
  );

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    " /my-ads",
    "javascript:alert(1)",
    "my-ads",
    "",
  ])("refuses %j", (address) => {
    expect(findReturnPath(address)).toBeUndefined();
  });
});
