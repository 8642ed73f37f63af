import { expect, it } from "vitest";
import { requestPath } from "./request-path.ts";

it.each([
  ["/search?breed=Boxer", "/search?breed=Boxer"],
  ["/api/ads/%41", "/api/ads/%41"],
  ["/api/ads/%ff", "/api/ads/%25ff"],
  ["/%?a=%", "/%25?a=%"],
  ["/a?b?c", "/a?b?c"],
  ["http://elsewhere.example/search?x=1", "/search?x=1"],
  ["*", "/%2A"],
  ["ftp://elsewhere.example/a", "/%2A"],
  ["//elsewhere.example", "//elsewhere.example"],
])("routes %s as %s", (url, path) => {
  expect(requestPath({ url })).toBe(path);
});
