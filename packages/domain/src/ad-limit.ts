import { formatDate, pluralize } from "./format.ts";
import type { MembershipFields } from "./membership.ts";
import { membershipState } from "./membership.ts";
import { PLANS } from "./plans.ts";

/** Why a user who was never a member cannot create an ad. */
export const MEMBERSHIP_REQUIRED = "You need a membership to create a listing.";

export type AdLimitDecision =
  | { readonly kind: "allowed" }
  | {
      readonly kind: "not-a-member";
      readonly membership: "none" | "expired";
      readonly code: "MEMBERSHIP_REQUIRED";
      readonly message: string;
    }
  | {
      readonly kind: "limit-reached";
      readonly limit: number;
      readonly code: "AD_LIMIT_REACHED";
      readonly message: string;
    };

/** Decides whether a user with `used` stored ads may create another one at `now` (specification, section 6). */
export function decideAdLimit(
  user: MembershipFields & { readonly isAdmin: boolean },
  used: number,
  now: Date,
): AdLimitDecision {
  if (user.isAdmin) return { kind: "allowed" };
  const membership = membershipState(user, now);
  if (membership.kind !== "active") {
    const message =
      membership.kind === "none"
        ? MEMBERSHIP_REQUIRED
        : `Your membership expired on ${formatDate(membership.expiresAt)}. Renew it to create a listing.`;
    const code = "MEMBERSHIP_REQUIRED";
    return { kind: "not-a-member", membership: membership.kind, code, message };
  }
  const { name, adLimit } = PLANS[membership.tier];
  if (adLimit === null || used < adLimit) return { kind: "allowed" };
  return {
    kind: "limit-reached",
    limit: adLimit,
    code: "AD_LIMIT_REACHED",
    message: `${name} allows ${pluralize(adLimit, "listing", "listings")}. Upgrade to Premium to create more.`,
  };
}
