import { describe, expect, test } from "vitest";
import { canonicalAddress } from "./address.ts";

const CURSOR = "AAABnBBlvAA_Z1kqVMVDJbSsEiNhVDIQ";

describe("canonicalAddress", () => {
  test.each([
    ["/search", "/search"],
    ["/search?breed=Boxer&state=TX", "/search?breed=Boxer&state=TX"],
    ["/search?state=TX&breed=Boxer", "/search?breed=Boxer&state=TX"],
    ["/search?breed=&state=", "/search"],
    ["/search?breed=Boxer&breed=Pug&state=TX", "/search?breed=Pug&state=TX"],
    [
      "/search?breed=Unicorn&state=ZZ&cursor=nonsense",
      "/search?breed=Unicorn&state=ZZ&cursor=nonsense",
    ],
    ["/search?utm_source=mail&breed=Boxer&gclid=1", "/search?breed=Boxer"],
    ["/search?breed=Poodle+%28Toy%29", "/search?breed=Poodle+%28Toy%29"],
    ["/search?breed=Poodle%20(Toy)", "/search?breed=Poodle+%28Toy%29"],
    [`/search?cursor=${CURSOR}`, `/search?cursor=${CURSOR}`],
    ["/search?pages=3&breed=Boxer", "/search?breed=Boxer&pages=3"],
    ["/search?__proto__=1&constructor=2", "/search"],
    ["/search?%", "/search"],
    ["/contact?breed=Boxer", "/contact"],
    ["/ad/42?utm_campaign=x#photos", "/ad/42"],
    ["/ad/42/", "/ad/42"],
    ["/ad//42", "/ad/42"],
    [`/ad${"/".repeat(16_000)}42//`, "/ad/42"],
    ["/ad/$id", "/ad/%24id"],
    ["/$constructor", "/%24constructor"],
    ["/admin/users?tier=basic&q=dale%40&cursor=1", "/admin/users?q=dale%40&tier=basic"],
    [
      "/admin/audit?to=2026-01-31&action=ad.hidden&q=",
      "/admin/audit?action=ad.hidden&to=2026-01-31",
    ],
    ["/admin?q=dale", "/admin"],
    ["/", "/"],
    ["//evil.example/search", "/evil.example/search"],
    ["/\\evil.example", "/evil.example"],
  ])("turns %s into %s", (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
    expect(canonicalAddress(canonical)).toBe(canonical);
  });
});
