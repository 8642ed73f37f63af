import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const root = fileURLToPath(new URL("../", import.meta.url));
const Report = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      severity: z.string(),
      location: z.object({ path: z.string() }),
    }),
  ),
});

const VIOLATIONS: [file: string, source: string, message: RegExp][] = [
  ["packages/domain/src/a.ts", 'export { z } from "zod";', /may import only rules/],
  ["packages/domain/src/b.ts", 'export { Ad } from "./schemas/ad.ts";', /may import only rules/],
  ["packages/domain/src/schemas/a.ts", 'export { readFile } from "node:fs";', /only zod/],
  ["packages/domain/src/schemas/b.ts", 'export { Kysely } from "kysely";', /only zod/],
  ["packages/domain/src/c.ts", "export const now = () => new Date();", /must not read the clock/],
  ["packages/domain/src/d.ts", "export const now = () => Date.now();", /must not read the clock/],
  ["packages/client/src/a.ts", 'export { z } from "zod";', /only its own files/],
  [
    "packages/client/src/b.ts",
    'export type { AppRouter } from "@studbook/api/router";',
    /only its own files/,
  ],
  ["packages/ui/src/a.tsx", 'export { httpLink } from "@trpc/client";', /must not import tRPC/],
  [
    "packages/ui/src/b.tsx",
    'export { Link } from "@tanstack/react-router";',
    /must not import tRPC/,
  ],
  [
    "packages/ui/src/c.tsx",
    'export { createDb } from "@studbook/db/client";',
    /must not import tRPC/,
  ],
  [
    "apps/web/src/a.ts",
    'import { appRouter } from "@studbook/api/router";\nappRouter;',
    /may import only types/,
  ],
  [
    "apps/web/src/c.ts",
    'export { appRouter } from "@studbook/api/router";',
    /may import only types/,
  ],
  [
    "apps/web/src/d.ts",
    'export const load = () => import("@studbook/api/router");',
    /may import only types/,
  ],
  [
    "apps/web/vite/a.ts",
    'export { readConfig } from "@studbook/api/config";',
    /may import only types/,
  ],
  ["apps/web/src/b.ts", 'export { createDb } from "@studbook/db/client";', /only through the API/],
  ["apps/api/src/ads/c.ts", 'export { sql } from "kysely";', /SQL is built only/],
  [
    "apps/api/src/payments/a.ts",
    'export { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";',
    /only development and tests use/,
  ],
  [
    "apps/api/src/payments/b.ts",
    'export { createTestDb } from "@studbook/db/test/test-db";',
    /test support/,
  ],
  [
    "apps/api/src/payments/c.ts",
    'export { Shop } from "../../test/payment-shop.ts";',
    /test support/,
  ],
  [
    "apps/api/src/cli/a.ts",
    'export { findRunningPostgres } from "@studbook/local-postgres/running-postgres";',
    /only development and tests use/,
  ],
  [
    "apps/api/src/cli/b.ts",
    'export const load = () => import("@studbook/local-postgres/running-postgres");',
    /only development and tests use/,
  ],
  [
    "apps/api/src/ads/g.ts",
    'export { generateDemo } from "@studbook/demo/demo-data";',
    /Only apps\/api\/src\/demo/,
  ],
  ["apps/api/src/a.ts", 'export { loadDemo } from "./demo/load-demo.ts";', /with `await import/],
  [
    "apps/api/src/cli/c.ts",
    'import { loadDemo } from "../demo/load-demo.ts";\nloadDemo();',
    /with `await import/,
  ],
  [
    "apps/api/src/ads/h.ts",
    'export { insertDemoRows } from "@studbook/db/demo/demo-rows";',
    /Only apps\/api\/src\/demo/,
  ],
  [
    "apps/api/src/demo/a.ts",
    'export { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";',
    /only development and tests use/,
  ],
  [
    "packages/db/src/a.ts",
    'export { startTestServer } from "../test/test-server.ts";',
    /test support/,
  ],
  [
    "packages/db/src/queries/a.ts",
    'export { startPostgres } from "@studbook/local-postgres/start-postgres";',
    /only development and tests use/,
  ],
  ["packages/domain/src/e.ts", 'export { DAY } from "../test/days.ts";', /test support/],
  ["packages/domain/src/schemas/c.ts", 'export { DAY } from "../../test/days.ts";', /test support/],
  ["packages/ui/src/d.tsx", 'export { render } from "../test/render.tsx";', /test support/],
  [
    "apps/web/src/e.ts",
    'export { getTestBrowser } from "@studbook/chromium/test/browser";',
    /test support/,
  ],
  ["packages/demo/src/a.ts", 'import { b } from "./b.ts";\nexport const a = () => b;', /cycle/],
  ["packages/demo/src/b.ts", 'import type { a } from "./a.ts";\nexport let b: a;', /cycle/],
  ["apps/api/src/ads/d.ts", 'export const f = (db) => db.selectFrom("ads");', /SQL is built only/],
  ["apps/api/src/ads/f.ts", "export const f = (db) => db.executeQuery(1);", /SQL is built only/],
  [
    "apps/api/src/account/router.ts",
    "export const f = (db) => db.startTransaction();",
    /must not open a transaction/,
  ],
  [
    "apps/api/src/ads/router.ts",
    "export const f = (db) => db.transaction();",
    /must not open a transaction/,
  ],
  [
    "apps/api/src/ads/rest.ts",
    "export const f = (db) => db.transaction();",
    /must not open a transaction/,
  ],
  ["apps/api/src/ads/e.ts", "export const url = process.env.DATABASE_URL;", /process\.env/],
];

const ALLOWED: [file: string, source: string][] = [
  [
    "apps/web/src/ok.ts",
    'import type { AppRouter } from "@studbook/api/router";\nexport type X = AppRouter;',
  ],
  ["apps/web/src/ok2.ts", 'export type { AppRouter } from "@studbook/api/router";'],
  ["packages/client/src/ok.ts", 'export type { Ad } from "./calls.gen.ts";'],
  [
    "packages/client/src/ok.test.ts",
    'import type { AppRouter } from "@studbook/api/router";\nexport type X = AppRouter;',
  ],
  ["packages/domain/src/ok2.ts", "export const later = (now) => new Date(now);"],
  ["apps/api/test/ok.ts", 'export { startSandbox } from "@studbook/stripe-sandbox/start-sandbox";'],
  [
    "packages/domain/src/schemas/ok.ts",
    'export { z } from "zod";\nexport * from "../ad-limit.ts";',
  ],
  ["apps/api/src/demo/ok.ts", 'export { generateDemo } from "@studbook/demo/demo-data";'],
  ["apps/api/src/main.ts", 'export const load = () => import("./demo/load-demo.ts");'],
  ["packages/domain/src/ok.test.ts", 'export { DAY } from "../test/days.ts";'],
  ["apps/api/src/ads/ok.ts", "export const f = (db) => db.transaction();"],
];

describe("the lint rules for boundaries", () => {
  let folder = "";
  const messages = new Map<string, string[]>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "studbook-lint-"));
    await cp(join(root, "lint"), join(folder, "lint"), { recursive: true });
    const config = JSON.parse(await readFile(join(root, "biome.json"), "utf8"));
    delete config.vcs;
    delete config.$schema;
    await writeFile(join(folder, "biome.json"), JSON.stringify(config));
    for (const [file, source] of [...VIOLATIONS, ...ALLOWED]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), source);
    }
    const report = Report.parse(JSON.parse(await lint(folder)));
    for (const { message, severity, location } of report.diagnostics) {
      if (severity !== "error") continue;
      messages.set(location.path, [...(messages.get(location.path) ?? []), message]);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(VIOLATIONS)("report an error in %s: %s", (file, _source, message) => {
    expect(messages.get(file)?.join("\n")).toMatch(message);
  });

  it.each(ALLOWED)("allow in %s: %s", (file) => {
    expect(messages.get(file)).toBeUndefined();
  });
});

function lint(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", "packages", "apps"];
    execFile(join(root, "node_modules/.bin/biome"), args, { cwd: folder }, (error, stdout) =>
      stdout ? resolve(stdout) : reject(error),
    );
  });
}
