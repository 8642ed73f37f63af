import { Command, CommanderError } from "commander";
import about from "../../package.json" with { type: "json" };
import { addCouponCommands } from "../coupons/coupon-commands.ts";
import { addAccountCommands } from "./account-commands.ts";
import { addBackupCommands } from "./backup-commands.ts";
import type { CliParts } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import { addServiceCommands } from "./service-commands.ts";
import type { Settings } from "./settings.ts";

/** Receives the output of a command. */
type Terminal = {
  out: (text: string) => void;
  err: (text: string) => void;
};

/**
 * Runs one operator command, such as `["user", "show", "ann"]`.
 *
 * @returns the exit code: 0 for success, 1 for an error, 2 for incorrect usage
 */
export async function runCli(
  args: readonly string[],
  environment: Settings,
  terminal: Terminal,
): Promise<number> {
  const asJson = args.includes("--json");
  let code = 0;
  let help = "";
  const program = createProgram(args, terminal, asJson ? (text) => (help += text) : undefined);
  const parts: CliParts = {
    environment,
    print({ lines, value, isFailure }) {
      terminal.out(`${asJson ? JSON.stringify(value) : lines.join("\n")}\n`);
      if (isFailure) code = 1;
    },
    report(line) {
      terminal.err(`${asJson ? JSON.stringify({ progress: line }) : line}\n`);
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
    if (error instanceof CommanderError) {
      if (asJson) printUsage(error, help, findNamedCommand(program, args), terminal);
      return error.exitCode === 0 ? 0 : 2;
    }
    terminal.err(`${explainFailure(error, { asJson, command: program.args[0] })}\n`);
    return 1;
  }
}

/** Prints the help, the version or that a command is missing as JSON. Other errors have been printed. */
function printUsage(
  { code, exitCode }: CommanderError,
  text: string,
  named: Command,
  terminal: Terminal,
): void {
  const output = code === "commander.version" ? { version: text.trim() } : { help: text };
  if (exitCode === 0) terminal.out(`${JSON.stringify(output)}\n`);
  else if (code === "commander.help") {
    const names = named.commands.map((command) => command.name());
    const problem = `Name a command after \`${pathOf(named)}\`: ${names.join(", ")}`;
    terminal.err(explainUsage(problem, named));
  }
}

/** Returns the last command that the arguments name: `user` for `["user", "vanish"]`. */
function findNamedCommand(program: Command, args: readonly string[]): Command {
  let named = program;
  for (const arg of args.filter((text) => !text.startsWith("-"))) {
    const next = named.commands.find((command) => command.name() === arg);
    if (!next) break;
    named = next;
  }
  return named;
}

/** Returns how to call a command: `studbook user show`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/**
 * Creates the program without its commands. Usage errors are thrown as CommanderError.
 *
 * @param collect receives the help if the output is JSON
 */
function createProgram(
  args: readonly string[],
  terminal: Terminal,
  collect?: (text: string) => void,
): Command {
  const program = new Command("studbook");
  return program
    .description("Manages the Studbook installation whose database is at DATABASE_URL.")
    .version(about.version)
    .option("--json", "print the output as one JSON value")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: collect ?? terminal.out,
      writeErr: collect ?? terminal.err,
      outputError(text) {
        const named = findNamedCommand(program, args);
        terminal.err(collect ? explainUsage(text, named) : `${text}${hintFor(named)}\n`);
      },
    })
    .addHelpText("after", "\nExit codes: 0 success, 1 error, 2 incorrect usage.");
}

function explainUsage(text: string, named: Command): string {
  const problem = text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/\.$/, "");
  return `${JSON.stringify({ error: `${problem}. ${hintFor(named)}`, code: "BAD_COMMAND" })}\n`;
}

function hintFor(command: Command): string {
  return `See \`${pathOf(command)} --help\`.`;
}
