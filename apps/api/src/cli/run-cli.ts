import { Command, CommanderError } from "commander";
import about from "../../package.json" with { type: "json" };
import { addCouponCommands } from "../coupons/commands.ts";
import { addAccountCommands } from "./account-commands.ts";
import { addBackupCommands } from "./backup-commands.ts";
import type { CliParts } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import { addServiceCommands } from "./service-commands.ts";
import type { Settings } from "./settings.ts";

/** Where the output of a command goes. */
type Terminal = {
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
  const program = createProgram(terminal, asJson);
  const parts: CliParts = {
    environment,
    say({ lines, value, isFailure }) {
      terminal.out(`${asJson ? JSON.stringify(value) : lines.join("\n")}\n`);
      if (isFailure) code = 1;
    },
  };
  addAccountCommands(program, parts);
  addCouponCommands(program, parts);
  addServiceCommands(program, parts);
  addBackupCommands(program, parts);
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.err(`${explainFailure(error, asJson, program.args[0])}\n`);
    return 1;
  }
}

/** The program without its commands. Usage errors are thrown as CommanderError. */
function createProgram(terminal: Terminal, asJson: boolean): Command {
  return new Command("studbook")
    .description("Operates the Studbook whose database is at DATABASE_URL.")
    .version(about.version)
    .option("--json", "print one JSON value")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) =>
        write(asJson ? explainUsage(text) : `${text}(see studbook --help)\n`),
    })
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 unknown command.");
}

function explainUsage(text: string): string {
  const error = text.replace(/^error: /, "").trim();
  return `${JSON.stringify({ error, code: "BAD_COMMAND" })}\n`;
}
