import { glob, readFile } from "node:fs/promises";
import { PAGES, PAYMENT_PAGES, type Page, SEARCH_PARAMETERS } from "@studbook/domain/pages";
import { describe, expect, expectTypeOf, test } from "vitest";
import { QUERY_READERS } from "./address.ts";
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
  const readers: Record<string, unknown> = QUERY_READERS;
  const isPage = new Set(Object.values(routesByPath).map(({ id }) => id));

  test.each(Object.values(routesById))(
    "$id reads the parameters that its page declares",
    (route) => {
      const reader = isPage.has(route.id) ? readers[route.fullPath] : undefined;
      expect(route.options.validateSearch).toBe(reader);
    },
  );

  test.each(Object.entries(QUERY_READERS))(
    "%s reads the parameters it declares and no others",
    (page, read) => {
      const names = declared[page] ?? [];
      const query = {
        ...Object.fromEntries(names.map((name) => [name, "text"])),
        undeclared: "text",
      };
      expect(Object.keys(read(query))).toEqual(names);
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
    // These pass whole addresses to the router.
    expect(reading.toSorted()).toEqual(["address.ts", "main.tsx"]);
  });
});
