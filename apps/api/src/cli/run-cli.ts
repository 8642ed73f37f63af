import { CommanderError } from "commander";
import { explainFailure } from "./explain-failure.ts";
import { createProgram } from "./program.ts";
import type { Settings } from "./settings.ts";

/** Where a command's answer and its complaints go. */
export type Terminal = {
  out: (text: string) => void;
  err: (text: string) => void;
};

/**
 * Runs one command of an operator, such as `["user", "show", "ann"]`.
 *
 * @returns the exit code: 0 done, 1 refused or failed, 2 unknown command
 */
export async function runCli(
  args: readonly string[],
  environment: Settings,
  terminal: Terminal,
): Promise<number> {
  const asJson = args.includes("--json");
  let code = 0;
  const program = createProgram({
    environment,
    terminal,
    asJson,
    say({ lines, value, isFailure }) {
      terminal.out(`${asJson ? JSON.stringify(value) : lines.join("\n")}\n`);
      if (isFailure) code = 1;
    },
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.err(`${explainFailure(error, asJson, program.args[0])}\n`);
    return 1;
  }
}
