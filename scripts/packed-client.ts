import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tally } from "./checks.ts";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const README_SITE = "http://localhost:3000";
const SETTINGS = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

/** How other projects read types: with a bundler, in Node.js, and in a page where there is no Node.js. */
const PROJECTS = {
  "with a bundler": { module: "esnext", moduleResolution: "bundler", types: ["node"] },
  "in Node.js": { module: "node16", lib: ["es2023"], types: ["node"] },
  "in a page": { module: "esnext", moduleResolution: "bundler", types: [] },
};

/**
 * What others get of the client: packed, installed into an empty project outside the workspace, its
 * README's examples checked as strictly as TypeScript can and run against the product at `baseUrl`. Counts
 * as a test for each way to check them and for each example.
 */
export async function checkPackedClient(baseUrl: string): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), "studbook-packed-"));
  const tally: Tally = { passed: 0, failures: [] };
  const count = (name: string, problem: string) => {
    process.stdout.write(`${problem === "" ? "ok    " : "FAILED"} packed client: ${name}\n`);
    if (problem === "") tally.passed++;
    else {
      tally.failures.push(`packed client: ${name}`);
      process.stdout.write(`${problem}\n`);
    }
  };
  try {
    const examples = await writeProject(folder, baseUrl);
    count(`installs ${(await install(folder)).join(", ")}`, "");
    for (const [name, settings] of Object.entries(PROJECTS)) {
      count(`its types are sound ${name}`, await checkTypes(folder, settings, examples));
    }
    for (const example of examples) {
      const { code, output } = await run(process.execPath, [example], { cwd: folder });
      count(`${example} runs`, code === 0 && output !== "" ? "" : `${code}: ${output}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

/** Writes each example into a file of its own; returns their names. */
async function writeProject(folder: string, baseUrl: string): Promise<string[]> {
  const readme = await readFile(join(ROOT, "packages/client/README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
  if (blocks.length === 0) throw new Error("The README has no examples");
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await cp(join(ROOT, "apps/web/public/preview.jpg"), join(folder, "rex.jpg"));
  return await Promise.all(
    blocks.map(async (code, i) => {
      const name = `example-${i + 1}.ts`;
      await writeFile(join(folder, name), code.replaceAll(README_SITE, baseUrl));
      return name;
    }),
  );
}

/** Packs and installs the client; returns the packages that come with it, itself among them. */
async function install(folder: string): Promise<string[]> {
  const pack = ["--filter", "@studbook/client", "pack", "--out", join(folder, "client.tgz")];
  await must("pnpm", pack, ROOT);
  await must("pnpm", ["add", "--offline", "./client.tgz"], folder);
  const kept = await readdir(join(folder, "node_modules/.pnpm"));
  return kept.filter((name) => name.includes("@")).map((name) => name.split("@file")[0] ?? name);
}

async function checkTypes(
  folder: string,
  settings: { types: readonly string[] },
  examples: readonly string[],
): Promise<string> {
  const forNode = settings.types.length > 0;
  const code = await Promise.all(examples.map((name) => readFile(join(folder, name), "utf8")));
  const files = examples.filter((_, i) => forNode || !code[i]?.includes('"node:'));
  const typeRoots = [join(ROOT, "node_modules/@types")];
  const config = { compilerOptions: { ...SETTINGS, typeRoots, ...settings }, files };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { code: exit, output } = await run("tsc", ["-p", folder]);
  return exit === 0 ? "" : output || String(exit);
}

async function must(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output}`);
}
