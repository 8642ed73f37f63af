import type { Settings } from "./settings.ts";

/** The output of a command: lines for a person, or one JSON value with `--json`. */
export type CommandOutput = { lines: string[]; value: unknown; isFailure?: boolean };

/** What all commands use. */
export type CliParts = {
  environment: Settings;
  print: (output: CommandOutput) => void;
  /** Prints what a command waits for to standard error. */
  report: (line: string) => void;
};
