import { glob, readFile } from "node:fs/promises";
import { PAGES, type Page, SEARCH_PARAMETERS } from "@studbook/domain/pages";
import { PAYMENT_PAGES } from "@studbook/domain/payment-pages";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createAppRouter } from "./router.tsx";
import type { FileRouteTypes } from "./routeTree.gen.ts";
import { createData } from "./trpc.ts";

const data = createData(() => Promise.reject(new Error("No call is expected")));
const settings = { origin: "https://studbook.example", today: "2026-11-21", supportEmail: "" };
const { routesById, routesByPath } = createAppRouter({ data, settings });

test("the router and the API have the same pages", () => {
  expectTypeOf<FileRouteTypes["to"]>().toEqualTypeOf<Page>();
  expect(Object.keys(routesByPath).toSorted()).toEqual([...PAGES].toSorted());
});

test("robots.txt excludes exactly the pages of members, admins and payments", async () => {
  const isPrivate = ({ id, fullPath }: { id: string; fullPath: string }) =>
    /^\/(?:_member|admin)\b/.test(id) || PAYMENT_PAGES.includes(fullPath);
  const robots = await readFile(new URL("../public/robots.txt", import.meta.url), "utf8");
  const disallowed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
  const excluded = Object.values(routesByPath).filter(({ fullPath }) =>
    disallowed.some((path) => fullPath.startsWith(path)),
  );
  const paths = (routes: { fullPath: string }[]) => routes.map(({ fullPath }) => fullPath);
  expect(paths(excluded)).toEqual(paths(Object.values(routesByPath).filter(isPrivate)));
});

describe("search parameters", () => {
  const declared: Record<string, readonly string[]> = SEARCH_PARAMETERS;
  const isPage = new Set(Object.values(routesByPath).map(({ id }) => id));

  test.each(Object.values(routesById))(
    "$id reads the parameters that its page declares and no others",
    ({ id, fullPath, options }) => {
      const names = isPage.has(id) ? declared[fullPath] : undefined;
      const read = options.validateSearch;
      if (names === undefined) return expect(read).toBeUndefined();
      if (typeof read !== "function") throw new Error(`${id} reads no parameters`);
      const texts = Object.fromEntries(names.map((name) => [name, "text"]));
      expect(Object.keys(read({ ...texts, undeclared: "text" }))).toEqual(names);
      const lists = Object.fromEntries(names.map((name) => [name, ["text", "text"]]));
      expect(read(lists)).toEqual({});
    },
  );

  test("are read only through the readers of routes", async () => {
    const reading: string[] = [];
    for await (const file of glob("**/*.{ts,tsx}", { cwd: import.meta.dirname })) {
      // The component gallery is not part of the product.
      if (/\.test\.|^styles\//.test(file)) continue;
      const code = await readFile(new URL(file, import.meta.url), "utf8");
      if (/searchParams|searchStr|location\.search|strict: false/i.test(code)) reading.push(file);
    }
    expect(reading).toEqual(["address.ts"]);
  });
});
