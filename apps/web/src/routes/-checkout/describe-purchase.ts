import { formatDate, pluralize } from "@studbook/domain/format";
import type { Tier } from "@studbook/domain/plans";
import { PLANS } from "@studbook/domain/plans";
import type { Outputs } from "../../trpc.ts";

type Decision = Outputs["payments"]["checkout"]["decision"];
type Allowed = Extract<Decision, { kind: "allowed" }>;

/** Describes what a member gains or gives up with a purchase. Returns undefined for a first membership. */
export function describePurchase(decision: Allowed, tier: Tier): string | undefined {
  const { reason, daysGivenUp } = decision;
  const until = formatDate(decision.to);
  const { name } = PLANS[tier];
  switch (reason) {
    case "first":
      return undefined;
    case "renewal":
      return `Your membership runs until ${formatDate(decision.from)}. This payment extends it to ${until}.`;
    case "upgrade":
      return `${name} starts today and runs until ${until}. You give up the ${pluralize(daysGivenUp, "day that is", "days that are")} left of your Basic membership.`;
    case "after-expiry":
      return `A new ${name} membership year starts today and runs until ${until}. Your listings return to search immediately.`;
  }
}
