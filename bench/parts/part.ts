import type { Options } from "../options.ts";
import type { Table } from "../report/table.ts";
import type { Stage } from "../stage/stage.ts";

/** A part of `pnpm bench`. Returns its results; throws if something could not be measured. */
export type Part = {
  name: string;
  /** What it measures, in one line of the help text. */
  about: string;
  measure(stage: Stage, options: Options): Promise<Table[]>;
};

const TYPICAL = 100_000;

/** The size of the database of the parts that need one: 100,000 ads if it is among the sizes, otherwise the largest. */
export function typicalSize({ ads }: Options): number {
  return ads.includes(TYPICAL) ? TYPICAL : (ads.at(-1) ?? TYPICAL);
}
