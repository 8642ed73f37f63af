/** The outcome of one row. */
export type Result = {
  name: string;
  fault: string;
  promise: string;
  outcome: "held" | "NOT HELD" | "not permitted here";
  figures: readonly { text: string; held: boolean }[];
  seconds: number;
};

/** Describes each row (fault, promise, what was measured) and counts the outcomes. */
export function printSummary(results: readonly Result[]): string {
  const rows = results.map(({ name, fault, promise, outcome, figures }) => {
    const measured = figures.map(({ text, held }) => `  ${held ? "  " : "x "}${text}`);
    return [`${name}: ${outcome}`, `  fault: ${fault}`, `  promise: ${promise}`, ...measured].join(
      "\n",
    );
  });
  const counts = Map.groupBy(results, ({ outcome }) => outcome);
  const total = [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(", ");
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `\n${rows.join("\n\n")}\n\n${total}, in ${minutes.toFixed(1)} minutes\n`;
}
