import type { Settings } from "./settings.ts";

/** What a command prints: lines for a person, or with `--json` one JSON value for a program. */
export type Answer = { lines: string[]; value: unknown; isFailure?: boolean };

/** What the commands share. */
export type CliParts = {
  environment: Settings;
  say: (answer: Answer) => void;
};
