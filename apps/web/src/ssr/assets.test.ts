import type { Manifest } from "@studbook/api/page-contract";
import { expect, test } from "vitest";
import { listAssets } from "./assets.ts";

const manifest: Manifest = {
  "src/main.tsx": {
    file: "assets/main.js",
    isEntry: true,
    imports: ["_vendor.js"],
    css: ["assets/main.css"],
    assets: ["assets/serif.woff2", "assets/icon.svg"],
  },
  "src/theme/boot.ts": { file: "assets/theme.js" },
  "_vendor.js": { file: "assets/vendor.js" },
  "_shared.js": { file: "assets/shared.js", imports: ["_vendor.js"] },
  "src/routes/ad.$id.tsx?tsr-split=component---pendingComponent": {
    file: "assets/ad.js",
    imports: ["_shared.js"],
  },
  "src/routes/ad.$id.tsx?tsr-split=notFoundComponent": { file: "assets/no-ad.js" },
  "src/routes/index.tsx?tsr-split=component": { file: "assets/home.js" },
};

test("a document loads the entry, the matched routes and what they import, each once", () => {
  expect(listAssets(manifest, ["__root__", "/ad/$id"])).toEqual({
    entry: "/assets/main.js",
    theme: "/assets/theme.js",
    scripts: ["/assets/vendor.js", "/assets/ad.js", "/assets/shared.js"],
    styles: ["/assets/main.css"],
    fonts: ["/assets/serif.woff2"],
  });
});

test("the home page's chunk is found under its file name", () => {
  expect(listAssets(manifest, ["/"]).scripts).toContain("/assets/home.js");
});

test("refuses a manifest without the entry or the theme's script", () => {
  expect(() => listAssets({}, [])).toThrow("src/main.tsx");
  const { "src/theme/boot.ts": _, ...rest } = manifest;
  expect(() => listAssets(rest, [])).toThrow("src/theme/boot.ts");
});
