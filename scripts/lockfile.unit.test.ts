import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("every package in the lockfile comes from the registry and has a SHA-512 checksum", async () => {
  const lockfile = await readFile(new URL("../pnpm-lock.yaml", import.meta.url), "utf8");
  const resolutions = [...lockfile.matchAll(/^ +resolution: (.*)$/gm)].map(([, found]) => found);
  expect(resolutions.length).toBeGreaterThan(100);
  const isChecked = /^\{integrity: sha512-[\w+/]{86}==\}$/;
  expect(resolutions.filter((resolution = "") => !isChecked.test(resolution))).toEqual([]);
});
