import type { Manifest } from "@studbook/api/page-contract";
import { expect, test } from "vitest";
import { listAssets } from "./assets.ts";

const manifest: Manifest = {
  "src/main.tsx": {
    file: "assets/main.js",
    isEntry: true,
    imports: ["_vendor.js"],
    assets: ["assets/serif.woff2", "assets/icon.svg"],
  },
  "src/boot/boot.ts": { file: "assets/boot.js" },
  "style.css": { file: "assets/style.css" },
  "_vendor.js": { file: "assets/vendor.js" },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/routes/(landing)/ad.$id.tsx?tsr-split=component---pendingComponent": {
    file: "assets/ad.js",
    imports: ["_shared.js"],
  },
  "src/routes/(landing)/ad.$id.tsx?tsr-split=notFoundComponent": { file: "assets/no-ad.js" },
  "src/layout/page-not-found.tsx": { file: "assets/no-page.js", imports: ["_shared.js"] },
  "src/routes/(landing)/index.tsx?tsr-split=component": { file: "assets/home.js" },
  "src/routes/admin.index.tsx?tsr-split=component---loader": { file: "assets/admin.js" },
  "src/routes/signup_.payment.tsx?tsr-split=component": { file: "assets/payment.js" },
};

test("lists the entry, the matched routes and their imports once each", () => {
  expect(listAssets(manifest, ["__root__", "/(landing)/ad/$id"])).toEqual({
    entry: "/assets/main.js",
    boot: "/assets/boot.js",
    scripts: ["/assets/vendor.js", "/assets/ad.js", "/assets/shared.js"],
    style: "/assets/style.css",
    fonts: ["/assets/serif.woff2"],
  });
});

test.each([
  ["/(landing)/", "/assets/home.js"],
  ["/admin/", "/assets/admin.js"],
  ["/signup_/payment", "/assets/payment.js"],
])("finds the chunk of the route %s by its file name", (routeId, file) => {
  expect(listAssets(manifest, [routeId]).scripts).toContain(file);
});

test.each([
  [["__root__"], ["/assets/no-page.js", "/assets/shared.js"]],
  [
    ["__root__", "/(landing)/"],
    ["/assets/home.js", "/assets/no-page.js"],
  ],
  [
    ["__root__", "/(landing)/ad/$id"],
    ["/assets/ad.js", "/assets/no-ad.js"],
  ],
])('lists the "not found" page of %j', (routeIds, files) => {
  const { scripts } = listAssets(manifest, routeIds, { isNotFound: true });
  expect(scripts).toEqual(expect.arrayContaining(files));
  expect(scripts.filter((file) => file.startsWith("/assets/no-"))).toHaveLength(1);
});

test.each(["src/main.tsx", "src/boot/boot.ts", "src/layout/page-not-found.tsx", "style.css"])(
  "throws if the manifest lacks %s",
  (key) => {
    const { [key]: _, ...rest } = manifest;
    expect(() => listAssets(rest, [], { isNotFound: true })).toThrow(key);
  },
);
