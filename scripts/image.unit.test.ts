import { readdirSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const dockerfile = read("Dockerfile");
const ignored = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Whether the build can copy a file. The last pattern of .dockerignore that matches it or one of its folders decides. */
function isInContext(file: string): boolean {
  const names = file.split("/");
  const paths = names.map((_, n) => names.slice(0, n + 1).join("/"));
  const decisive = ignored.findLast(
    (pattern) =>
      // Unlike in Node.js, it also matches names that begin with a dot.
      pattern === "*" || paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ""))),
  );
  return decisive?.startsWith("!") ?? true;
}

const data = readdirSync(new URL("../packages/db/data/", import.meta.url));

it.each(data.map((name) => `packages/db/data/${name}`))(
  "the image has %s, which a migration reads",
  (file) => {
    expect(isInContext(file)).toBe(true);
    expect(dockerfile).toMatch(/^COPY packages\/db packages\/db$/m);
    expect(dockerfile).toMatch(/^COPY --from=server \/app\/packages packages$/m);
  },
);

it.each([
  ".env",
  ".git/HEAD",
  "apps/api/.env",
  "apps/api/src/demo/demo-storage.ts",
  "apps/api/test/test-app.ts",
  "docs/security.md",
  "packages/db/node_modules/pg/package.json",
  "packages/db/src/schema.test.ts",
])("the image has no %s", (file) => {
  expect(isInContext(file)).toBe(false);
});
