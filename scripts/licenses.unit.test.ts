import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { buildWeb } from "./build.ts";
import { LICENSES_FILE, listUnaccepted, renderLicenses } from "./licenses.ts";
import { type Component, listComponents } from "./list-components.ts";

const WEB_LICENSES = new URL("../apps/web/dist/client/third-party-licenses.txt", import.meta.url);

let components: Component[];
beforeAll(async () => {
  components = await listComponents();
}, 60_000);

test("docs/licenses.md lists the packages that ship; run `pnpm generate` to update it", async () => {
  expect(await readFile(LICENSES_FILE, "utf8")).toBe(renderLicenses(components));
});

test("every package has a license that we accept", () => {
  expect(listUnaccepted(components)).toEqual([]);
});

test.each(["GPL-3.0-only", "none", "LGPL-3.0-or-later"])("does not accept %s", (license) => {
  const component = { name: "left-pad", version: "1.0.0", license };
  expect(listUnaccepted([component])).toEqual([component]);
});

test("lists every package that is built into the web app", { timeout: 120_000 }, async () => {
  await buildWeb();
  const listed = new Set(components.map(({ name, version }) => `${name} - ${version}`));
  const text = await readFile(WEB_LICENSES, "utf8");
  const built = [...text.matchAll(/^## (\S+ - \S+) \(/gm)].map(([, entry = ""]) => entry);
  expect(built.length).toBeGreaterThan(20);
  expect(built.filter((entry) => !listed.has(entry))).toEqual([]);
});
