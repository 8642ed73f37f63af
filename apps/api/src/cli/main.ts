import { existsSync } from "node:fs";
import { yieldToServers } from "./yield-to-servers.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

const args = process.argv.slice(2);
yieldToServers(args);
const { runCli } = await import("./run-cli.ts");
process.exitCode = await runCli(args, process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
