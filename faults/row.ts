import type { Stage } from "./stage/stage.ts";

/** A promise about one fault, and how it is measured. */
export type Row = {
  /** In kebab-case; `pnpm test:faults NAME` and docs/reliability.md use it. */
  name: string;
  fault: string;
  promise: string;
  /** @throws NotPermitted if this machine does not allow the fault */
  run(stage: Stage): Promise<Findings>;
};

const MAX_CASES = 5;

type Finding = { text: string; held: boolean };

/** What a row measured, each figure with its bound. A row is held if all of its figures are within their bounds. */
export class Findings {
  readonly #all: Finding[] = [];

  atMost(what: string, value: number, bound: number, unit = ""): void {
    this.#add(`${what} ${show(value)}${unit} (at most ${show(bound)})`, value <= bound);
  }

  atLeast(what: string, value: number, bound: number, unit = ""): void {
    this.#add(`${what} ${show(value)}${unit} (at least ${show(bound)})`, value >= bound);
  }

  /** Expects that something never happened. `cases` describe each time it did. */
  none(what: string, cases: readonly string[]): void {
    const counts = [...Map.groupBy(cases, (text) => text)].map(
      ([text, same]) => `${same.length} x ${text}`,
    );
    const shown = counts.slice(0, MAX_CASES).join(", ");
    this.#add(`${cases.length} ${what}${shown && `: ${shown}`}`, cases.length === 0);
  }

  expect(what: string, held: boolean): void {
    this.#add(held ? what : `not: ${what}`, held);
  }

  /** Adds a figure without a bound. */
  note(text: string): void {
    this.#add(text, true);
  }

  /** Adds the figures of a variant, each with the variant's name. */
  include(variant: string, { figures }: Findings): void {
    for (const { text, held } of figures) this.#add(`${variant}: ${text}`, held);
  }

  get figures(): readonly Finding[] {
    return this.#all;
  }

  get held(): boolean {
    return this.#all.length > 0 && this.#all.every(({ held }) => held);
  }

  #add(text: string, held: boolean): void {
    this.#all.push({ text, held });
  }
}

function show(value: number): string {
  if (!Number.isFinite(value)) return "never";
  const digits = Math.abs(value) < 10 ? 2 : 0;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}
