import { existsSync } from "node:fs";
import { CommanderError } from "commander";
import { explainFailure } from "./explain-failure.ts";
import { createProgram } from "./program.ts";

/** 0 done, 1 refused or failed, 2 a command that is none. */
async function run(): Promise<number> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const asJson = process.argv.includes("--json");
  const program = createProgram(process.env, asJson);
  try {
    await program.parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${explainFailure(error, asJson)}\n`);
    return 1;
  }
}

process.exitCode = await run();
