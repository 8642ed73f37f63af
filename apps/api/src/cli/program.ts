import { Command } from "commander";
import about from "../../package.json" with { type: "json" };
import { addAccountCommands } from "./account-commands.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addCouponCommands } from "./coupon-commands.ts";
import type { Terminal } from "./run-cli.ts";
import { addServiceCommands } from "./service-commands.ts";
import type { Settings } from "./settings.ts";

/** What a command answers: lines for a person, a value for a program. */
export type Answer = { lines: string[]; value: unknown; isFailure?: boolean };

/** How a command is added: what it says goes to the terminal as lines or as one JSON value. */
export type CliParts = {
  environment: Settings;
  say: (answer: Answer) => void;
};

function explainUsage(text: string): string {
  const error = text.replace(/^error: /, "").trim();
  return `${JSON.stringify({ error, code: "BAD_COMMAND" })}\n`;
}

/** The command line of an operator. Errors of usage are thrown as CommanderError. */
export function createProgram({
  terminal,
  asJson,
  ...parts
}: CliParts & { terminal: Terminal; asJson: boolean }): Command {
  const program = new Command("studbook")
    .description("Operates the Studbook whose database is at DATABASE_URL.")
    .version(about.version)
    .option("--json", "answer one JSON value")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) =>
        write(asJson ? explainUsage(text) : `${text}(--help says more)\n`),
    })
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 unknown command.");
  addAccountCommands(program, parts);
  addCouponCommands(program, parts);
  addServiceCommands(program, parts);
  addBackupCommands(program, parts);
  return program;
}
