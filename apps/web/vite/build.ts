import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const VITE = join(dirname(fileURLToPath(import.meta.resolve("vite/package.json"))), "bin/vite.js");

/** Builds the app for browsers or, with `--ssr`, for the server. Returns the exit code. */
async function build(...options: string[]): Promise<number> {
  const vite = spawn(process.execPath, [VITE, "build", ...options], { stdio: "inherit" });
  const [code] = await once(vite, "exit");
  return Number(code ?? 1);
}

// The two builds are independent, and each keeps one core busy.
const codes = await Promise.all([build(), build("--ssr")]);
process.exitCode = Math.max(...codes);
