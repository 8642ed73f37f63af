import { existsSync } from "node:fs";
import { yieldToServers } from "@studbook/api/cli/yield-to-servers";

if (existsSync(".env")) process.loadEnvFile(".env");

const args = process.argv.slice(2);
yieldToServers(args);
const { runCli } = await import("@studbook/api/cli/run-cli");
const { addDemoSettings } = await import("./demo-settings.ts");

/** Runs the operator's command line. Without DATABASE_URL it uses the database of the running `pnpm start`. */
process.exitCode = await runCli(args, await addDemoSettings(process.env), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
