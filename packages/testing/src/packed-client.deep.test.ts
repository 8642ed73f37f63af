import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Studbook, startStudbook } from "./start-studbook.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const NEWEST = join(ROOT, "node_modules/.bin/tsc");
/** The oldest version that the README promises. The types of Node.js need a newer one. */
const OLDEST = createRequire(import.meta.url).resolve("typescript-5.0/bin/tsc");
const TYPES = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  typeRoots: [join(ROOT, "node_modules/@types")],
};

const readme = await readFile(join(ROOT, "packages/client/README.md"), "utf8");
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""], index) => ({
  file: `example-${index + 1}.ts`,
  code,
}));

let studbook: Studbook;
let folder: string;
beforeAll(async () => {
  studbook = await startStudbook();
  folder = await mkdtemp(join(tmpdir(), "studbook-packed-client-"));
  const premium = await studbook.createMember({ username: "premium" });
  await studbook.createAd(premium, { breed: "Labrador Retriever" });
  await studbook.createMember({ username: "basic", tier: "basic" });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await copyFile(join(ROOT, "apps/web/public/preview.jpg"), join(folder, "rex.jpg"));
  for (const { file, code } of examples) {
    const adapted = code
      .replaceAll("http://localhost:3000", studbook.baseUrl)
      .replaceAll("stud-demo", premium.password);
    await writeFile(join(folder, file), adapted);
  }
  const pack = ["--filter", "@studbook/client", "pack", "--out", join(folder, "client.tgz")];
  await run("pnpm", pack, { cwd: ROOT });
  await run("pnpm", ["add", "--offline", "./client.tgz"], { cwd: folder });
});
afterAll(async () => {
  await studbook.stop();
  await rm(folder, { recursive: true, force: true });
});

it("installs the packed client without other packages", async () => {
  const installed = await readdir(join(folder, "node_modules/.pnpm"));
  expect(installed.filter((name) => name.includes("@"))).toEqual([
    expect.stringMatching(/^@studbook\+client@/),
  ]);
});

it.each([
  ["with a bundler", { module: "esnext", moduleResolution: "bundler", types: ["node"] }],
  ["in Node.js", { module: "node16", lib: ["es2023"], types: ["node"] }],
  ["in a page", { module: "esnext", moduleResolution: "bundler", types: [] }],
])("compiles the README's examples %s", async (_where, options) => {
  const files = examples
    .filter(({ code }) => options.types.length > 0 || !code.includes('"node:'))
    .map(({ file }) => file);
  const config = { compilerOptions: { ...TYPES, ...options }, files };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const tsc of options.types.length > 0 ? [NEWEST] : [NEWEST, OLDEST]) {
    const output = await run(tsc, { cwd: folder }).catch(String);
    expect([tsc, output]).toEqual([tsc, { stdout: "", stderr: "" }]);
  }
});

it.each(examples)("runs $file of the README", async ({ file }) => {
  const { stdout } = await run(process.execPath, [file], { cwd: folder });
  expect(stdout).not.toBe("");
});

it("copies all listings although the second page is refused once", async () => {
  const pages: (string | null)[] = [];
  const server = createServer(async ({ url = "" }, response) => {
    pages.push(new URL(url, studbook.baseUrl).searchParams.get("input"));
    if (pages.length === 2) {
      response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
      return response.end('{"error":"The server is busy.","code":"BUSY"}');
    }
    const forwarded = await fetch(studbook.baseUrl + url);
    return response.writeHead(forwarded.status).end(await forwarded.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { code = "" } = examples.find((example) => example.code.includes("isComplete")) ?? {};
  const adapted = code
    .replaceAll("http://localhost:3000", `http://127.0.0.1:${port}`)
    .replace("pageSize: 50", "pageSize: 1");
  await writeFile(join(folder, "copy.ts"), adapted);
  const { total } = await studbook.client().ads.search();
  const { stdout } = await run(process.execPath, ["copy.ts"], { cwd: folder });
  server.close();
  expect(total).toBeGreaterThan(2);
  expect(stdout).toBe(`Copied ${total} listings\n`);
  expect(pages).toHaveLength(total + 1);
  expect(pages[2]).toBe(pages[1]);
});
