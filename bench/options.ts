import { parseArgs } from "node:util";

/** What to measure, and how long. */
export type Options = {
  /** Numbers of ads, in ascending order. */
  ads: readonly number[];
  rounds: number;
  seconds: number;
  /** How long mixed traffic lasts. */
  minutes: number;
  /** How many distinct addresses are requested after it. */
  addresses: number;
};

const UNITS: Record<string, number> = { "": 1, k: 1000, m: 1_000_000 };

const DEFAULTS = { ads: "10k,100k,1M", rounds: "5", seconds: "4", minutes: "5", addresses: "1M" };

/**
 * Parses the arguments of `pnpm bench`. Without the name of a part, it returns all of them.
 *
 * @throws Error if a part is unknown or an option is not a positive number
 */
export function parseOptions<Part extends string>(
  args: readonly string[],
  parts: readonly Part[],
): { help: boolean; parts: readonly Part[]; options: Options } {
  const text = (name: keyof typeof DEFAULTS) =>
    ({ type: "string", default: DEFAULTS[name] }) as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      ads: text("ads"),
      rounds: text("rounds"),
      seconds: text("seconds"),
      minutes: text("minutes"),
      addresses: text("addresses"),
      help: { type: "boolean", short: "h", default: false },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0) {
    throw new Error(`Unknown parts: ${unknown.join(", ")}. Choose from: ${parts.join(", ")}`);
  }
  const named = parts.filter((part) => positionals.includes(part));
  return {
    help: values.help,
    parts: named.length > 0 ? named : parts,
    options: {
      ads: values.ads
        .split(",")
        .map((size) => parseNumber("ads", size))
        .sort((a, b) => a - b),
      rounds: parseNumber("rounds", values.rounds),
      seconds: parseNumber("seconds", values.seconds),
      minutes: parseNumber("minutes", values.minutes),
      addresses: parseNumber("addresses", values.addresses),
    },
  };
}

function parseNumber(name: string, text: string): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim()) ?? [];
  const value = Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (value > 0) return value;
  throw new Error(`--${name}: ${text} is not a positive number such as 5, 100k or 1M`);
}
