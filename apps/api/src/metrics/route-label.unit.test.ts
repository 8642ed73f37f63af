import { describe, expect, it } from "vitest";
import { labelMethod, labelRoute } from "./route-label.ts";

describe("labelRoute", () => {
  const label = (url: string, pattern?: string) =>
    labelRoute({ url, routeOptions: { url: pattern } });

  it.each([
    ["/api/ads/1b2c?x=1", "/api/ads/:id", "/api/ads/:id"],
    ["/assets/main-BocnFtcJ.js", "/assets/main-BocnFtcJ.js", "/assets/*"],
    ["/search?breed=Boxer", "/*", "/search"],
    ["/ad/1b2c", "/*", "/ad/:id"],
    ["/", "/*", "/"],
  ])("labels %s with its pattern", (url, pattern, expected) => {
    expect(label(url, pattern)).toBe(expected);
  });

  it.each(["/nothing", "/%73earch", "/search/", "//search", "/ad/1/2", "/SEARCH", "/ad/"])(
    "labels %s as other",
    (url) => {
      expect(label(url, "/*")).toBe("other");
      expect(label(url)).toBe("other");
    },
  );
});

describe("labelMethod", () => {
  it("labels unknown methods as other", () => {
    expect(["GET", "PROPFIND", "MADEUP"].map(labelMethod)).toEqual(["GET", "PROPFIND", "other"]);
  });
});
