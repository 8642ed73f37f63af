import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("../", import.meta.url));

it("type-checks and runs the README's example in a separate project", async () => {
  const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
  const [, example = ""] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
  const [, options = ""] = /^```json\n(.*?)^```/ms.exec(readme) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "studbook-integrator-"));
  try {
    await mkdir(join(folder, "node_modules/@studbook"), { recursive: true });
    await symlink(PACKAGE, join(folder, "node_modules/@studbook/testing"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "listing.test.ts"), example);
    await symlink(join(PACKAGE, "node_modules/@types"), join(folder, "node_modules/@types"));
    await writeFile(join(folder, "tsconfig.json"), options);
    const checked = await run(join(PACKAGE, "node_modules/.bin/tsc"), { cwd: folder }).catch(
      String,
    );
    expect(checked).toEqual({ stdout: "", stderr: "" });
    const args = ["--test", "--test-reporter=tap"];
    const env = { ...process.env };
    // Otherwise Node.js would treat this as a nested test run and change its output.
    delete env.NODE_TEST_CONTEXT;
    // The error of a failed test run has its output too.
    const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch(
      (failedRun: { stdout: string }) => failedRun,
    );
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
