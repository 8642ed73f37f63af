import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);
const REFERENCE =
  /`((?:apps|deploy|docs|e2e|lint|packages|scripts)\/[^`]+)`((?:(?:: |, )"[^"]+")*)/g;

const normalize = (text: string) => text.replace(/\s+/g, " ");

const text = normalize(await readFile(new URL("docs/security.md", ROOT), "utf8"));
const references = [...text.matchAll(REFERENCE)].map(([, path = "", titles = ""]) => ({
  path,
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
}));

test("every file and test that docs/security.md names exists", async () => {
  const missing: string[] = [];
  for (const { path, titles } of references) {
    const url = new URL(path, ROOT);
    if (!existsSync(url)) missing.push(path);
    else if (titles.length > 0) {
      const content = normalize(await readFile(url, "utf8"));
      missing.push(...titles.filter((title) => !content.includes(title)));
    }
  }
  expect(missing).toEqual([]);
  expect(references.flatMap(({ titles }) => titles).length).toBeGreaterThan(100);
});

test("the document's totals are those of its list", () => {
  const states = [...text.matchAll(/- \*\*\d+\.\d+\.\d+\*\* \(\d\) \**(met|partly|not met)\b/g)];
  const count = (name: string) => states.filter(([, state]) => state === name).length;
  expect(text).toContain(
    `${states.length} apply: ${count("met")} are met, ${count("partly")} partly met and ${count("not met")} not met`,
  );
});
