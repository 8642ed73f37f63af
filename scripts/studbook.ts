import { existsSync } from "node:fs";
import { runCli } from "@studbook/api/cli/run-cli";
import { addDemoSettings } from "./demo-settings.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

/** Runs the operator's command line. Without DATABASE_URL it uses the database of the running `pnpm start`. */
process.exitCode = await runCli(process.argv.slice(2), await addDemoSettings(process.env), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
