import { formatDate, pluralize } from "@studbook/domain/format";
import type { Tier } from "@studbook/domain/plans";
import { PLANS } from "@studbook/domain/plans";
import type { Outputs } from "../../trpc.ts";

type Decision = Outputs["payments"]["checkout"]["decision"];
type Allowed = Extract<Decision, { kind: "allowed" }>;

/** Describes what a member gains with a purchase. Returns undefined for a first membership. */
export function describePurchase(decision: Allowed, tier: Tier): string | undefined {
  const { name } = PLANS[tier];
  const from = formatDate(decision.from);
  const until = formatDate(decision.to);
  const carriedOver = describeCarriedOver(decision.carriedOver);
  const starts = `${name} starts today and runs until ${until}.`;
  switch (decision.reason) {
    case "first":
      return carriedOver && `${starts} ${carriedOver}`;
    case "renewal":
      return `Your membership runs until ${from}. This payment extends it to ${until}.`;
    case "upgrade":
      return carriedOver ? `${starts} ${carriedOver}` : starts;
    case "after-expiry":
      return `A new ${name} membership year starts today and runs until ${until}. Your listings return to search immediately.`;
  }
}

function describeCarriedOver({ days, extraDays }: Allowed["carriedOver"]): string | undefined {
  if (days === 0) return undefined;
  const left = `Your ${pluralize(days, "day", "days")} of Basic ${days === 1 ? "is" : "are"}`;
  return extraDays === 0
    ? `${left} too short to add a day of Premium.`
    : `${left} carried over as ${pluralize(extraDays, "day", "days")}.`;
}
