import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSandbox } from "../test/open-sandbox.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stripe-sandbox-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

function start(port: number) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, STRIPE_SANDBOX_PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const exit = once(child, "exit").then(([code]) => code);
  const read = async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) return chunk.toString();
    return "";
  };
  return { child, exit, out: read(child.stdout), err: read(child.stderr) };
}

it("runs as a program, prints its URL and exits on SIGTERM", async () => {
  const { child, exit, out } = start(0);
  const [url = ""] = /http:\S+/.exec(await out) ?? [];
  const response = await fetch(`${url}/v3/stripe.js`);
  expect(response.headers.get("content-type")).toContain("text/javascript");
  expect(await response.text()).toContain("endive");
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});

it("prints one line and exits if its port is in use", async () => {
  const { sandbox } = await openSandbox();
  const { exit, err } = start(sandbox.port);
  expect(await exit).toBe(1);
  expect(await err).toBe(
    `Port ${sandbox.port} is already in use. Stop the other program, or choose another port with STRIPE_SANDBOX_PORT.\n`,
  );
});
