import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const MANIFESTS = [
  "{package,turbo}.json",
  "pnpm-{workspace,lock}.yaml",
  "{apps,packages}/*/{package,turbo}.json",
  "{bench,e2e,faults,scripts}/package.json",
];

describe("turbo boundaries", () => {
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "studbook-packages-"));
    for await (const file of glob(MANIFESTS, { cwd: root })) {
      await cp(join(root, file), join(folder, file));
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async (file: string, source: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  };
  const check = () =>
    new Promise<string>((resolve) => {
      const turbo = join(root, "node_modules/.bin/turbo");
      const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
      execFile(turbo, ["boundaries", "--skip-infer"], { cwd: folder, env }, (_error, out, err) =>
        resolve(out + err),
      );
    });

  it("reports no issues in the repository", async () => {
    expect(await check()).toContain("no issues found");
  });

  it("reports an import of a package that is not declared as a dependency", async () => {
    await write("packages/ui/src/a.ts", 'export { createDb } from "@studbook/db/client";');
    expect(await check()).toContain("cannot import package `@studbook/db`");
  });

  it("reports a relative import of a file in another package", async () => {
    await write("packages/domain/src/a.ts", 'export { createDb } from "../../db/src/client.ts";');
    expect(await check()).toContain("leaves the package");
  });

  it.each([
    ["packages/ui", "@studbook/db"],
    ["packages/domain", "@studbook/db"],
    ["packages/db", "@studbook/api"],
    ["apps/api", "@studbook/client"],
    ["packages/client", "@studbook/testing"],
    ["packages/stripe-sandbox", "@studbook/db"],
    ["apps/api", "@studbook/web"],
  ])("reports a dependency of %s on %s", async (name, dependency) => {
    const file = join(folder, name, "package.json");
    const manifest = JSON.parse(await readFile(file, "utf8"));
    manifest.dependencies = { ...manifest.dependencies, [dependency]: "workspace:*" };
    await writeFile(file, JSON.stringify(manifest));
    const report = await check();
    expect(report).toMatch(/found without any tag listed in allowlist|ependency cycle|yclic/);
  });
});

it("the workspace and the root package.json have the same version of Node.js", async () => {
  const [workspace, manifest] = await Promise.all(
    ["pnpm-workspace.yaml", "package.json"].map((file) => readFile(join(root, file), "utf8")),
  );
  const [, version] = /^nodeVersion: (.+)$/m.exec(workspace ?? "") ?? [];
  expect(JSON.parse(manifest ?? "").devDependencies.node).toBe(version);
});
