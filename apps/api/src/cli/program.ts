import { Command } from "commander";
import about from "../../package.json" with { type: "json" };
import { addAccountCommands } from "./account-commands.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addCouponCommands } from "./coupon-commands.ts";
import { addServiceCommands } from "./service-commands.ts";
import type { Settings } from "./settings.ts";

/** What a command answers: lines for a person, a value for a program. */
export type Answer = { lines: string[]; value: unknown };

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
export function createProgram(environment: Settings, asJson = false): Command {
  const program = new Command("studbook")
    .description(
      "Runs a Studbook: the database of DATABASE_URL, or that of the `pnpm start` beside.",
    )
    .version(about.version)
    .option("--json", "answer one JSON value")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text, write) =>
        write(asJson ? explainUsage(text) : `${text}(--help says more)\n`),
    })
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 a command that is none.");
  const say = ({ lines, value }: Answer) => {
    const text = asJson ? JSON.stringify(value) : lines.join("\n");
    process.stdout.write(`${text}\n`);
  };
  addAccountCommands(program, { environment, say });
  addCouponCommands(program, { environment, say });
  addServiceCommands(program, { environment, say });
  addBackupCommands(program, { environment, say });
  return program;
}
