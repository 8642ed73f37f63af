import type { Spread } from "../spread.ts";
import type { Goal } from "./goal.ts";

/** One line of results. It passes if all of its goals are met; without goals it is for information. */
export type Row = { cells: readonly string[]; goals: readonly Goal[] };

/** The results of a part. `notes` says what was compared, and how. */
export type Table = { title: string; notes: string; head: readonly string[]; rows: readonly Row[] };

/** Formats the table as Markdown, with the goals and PASS or MISS in the last two columns. */
export function toMarkdown({ title, notes, head, rows }: Table): string {
  const lines = rows.map(({ cells, goals }) => [...cells, describeGoals(goals), judge(goals)]);
  const all = [[...head, "goals", "result"], ...lines];
  const widths = head.map(() => 0).concat(0, 0);
  for (const line of all) {
    for (const [n, cell] of line.entries()) widths[n] = Math.max(widths[n] ?? 0, cell.length);
  }
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(Math.max(3, width))).join(" | ")} |`;
  const [first = [], ...rest] = all;
  return `### ${title}\n\n${notes}\n\n${[format(first), rule, ...rest.map(format)].join("\n")}\n`;
}

/** Returns the number of missed rows. */
export function countMisses(tables: readonly Table[]): number {
  return tables.flatMap(({ rows }) => rows).filter(({ goals }) => goals.some(({ isMet }) => !isMet))
    .length;
}

function describeGoals(goals: readonly Goal[]): string {
  return goals.map(({ name, limit }) => `${name} ${limit}`).join(", ");
}

function judge(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet).map(({ name }) => name);
  if (missed.length > 0) return `MISS: ${missed.join(", ")}`;
  return goals.length > 0 ? "PASS" : "";
}

/** Formats a ratio with the lowest and highest of its rounds. */
export function formatSpread({ median, min, max }: Spread, digits = 2): string {
  const [middle, low, high] = [median, min, max].map((value) => formatNumber(value, digits));
  return `${middle} (${low}..${high})`;
}

/** Formats two values that belong together. */
export function formatPair(first: number, second: number, digits = 0): string {
  return `${formatNumber(first, digits)} / ${formatNumber(second, digits)}`;
}

/** Formats a number with commas between thousands. NaN becomes a dash. */
export function formatNumber(value: number, digits = 0): string {
  if (Number.isNaN(value)) return "-";
  const [minimumFractionDigits, maximumFractionDigits] = [digits, digits];
  return value.toLocaleString("en-US", { minimumFractionDigits, maximumFractionDigits });
}
