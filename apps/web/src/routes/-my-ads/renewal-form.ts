import { type DatedFact, factLabel } from "@studbook/domain/record/dated-facts";
import type { Breeding } from "@studbook/domain/schemas/record/breeding";
import { pastDay } from "@studbook/domain/schemas/record/fields";
import { z } from "@studbook/domain/schemas/z";

/** A fact that needs only a new date. A new eye exam also needs a new result. */
export type RenewableFact = Exclude<DatedFact, "eyes">;

const FIELDS = {
  brucellosis: "brucellosisTestDate",
  semen: "semenAnalysisDate",
} as const satisfies Record<RenewableFact, keyof Breeding>;

/** Returns the schema of the form that renews a fact with a date up to `today`, the UTC day 'YYYY-MM-DD'. */
export function renewalForm(fact: RenewableFact, today: string) {
  const date = pastDay(`${factLabel(fact)} date`, "The new date", today);
  return z.object({ date: z.string().min(1, "Enter the date").pipe(date) });
}

/** Returns the breeding part of a record with the new date of a fact. */
export function renewFact(
  breeding: Breeding | undefined,
  fact: RenewableFact,
  date: string,
): Breeding {
  return { ...breeding, [FIELDS[fact]]: date };
}
