import { existsSync } from "node:fs";
import { runCli } from "./run-cli.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

process.exitCode = await runCli(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
