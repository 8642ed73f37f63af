import { describe, expect, test } from "vitest";
import { findReturnPath } from "./return-path.ts";

describe("findReturnPath", () => {
  test.each([
    "/my-ads",
    "/edit-ad/42",
    "/checkout?tier=basic",
    "/account#listings",
    "/",
    "/apiary",
    "/?next=/api/x",
  ])("accepts %s", (path) => {
    expect(findReturnPath(path)).toBe(path);
  });

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
    "/api/account/export",
    "/api",
    "/API/account/export",
    "/api;x/account/export",
    "/%61pi/account/export",
    "/api%2Faccount/export",
    "/x/../api/account/export",
    "/x/%2E%2e/api/account/export",
    "/\\api/account/export",
    "/trpc/auth.logout",
    "/%54rpc/auth.logout?batch=1",
    "/photos/1/1600.webp",
    "/%E0%A4%A",
    "javascript:alert(1)",
    "my-ads",
    "",
  ])("refuses %j", (address) => {
    expect(findReturnPath(address)).toBeUndefined();
  });
});
