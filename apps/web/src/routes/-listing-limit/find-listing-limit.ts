import { decideAdLimit } from "@studbook/domain/ad-limit";
import type { MembershipFields } from "@studbook/domain/membership";
import { membershipState } from "@studbook/domain/membership";
import { PLANS } from "@studbook/domain/plans";

type Owner = MembershipFields & { readonly isAdmin: boolean; readonly adCount: number };

/** Why a user cannot create a listing. */
export type ListingLimit = "none" | "expired" | "reached";

/** Returns why the user cannot create a listing at `now`, or undefined if they can (specification, section 6). */
export function findListingLimit(user: Owner, now: Date): ListingLimit | undefined {
  const decision = decideAdLimit(user, user.adCount, now);
  if (decision.kind === "allowed") return undefined;
  return decision.kind === "limit-reached" ? "reached" : decision.membership;
}

/** Returns 'n / ∞ ads' or 'n / 1 ads', or undefined for admins and users without an active membership. */
export function findAdCountText(user: Owner, now: Date): string | undefined {
  const membership = membershipState(user, now);
  if (user.isAdmin || membership.kind !== "active") return undefined;
  return `${user.adCount} / ${PLANS[membership.tier].adLimit ?? "∞"} ads`;
}
