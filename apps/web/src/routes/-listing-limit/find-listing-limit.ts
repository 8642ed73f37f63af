import { decideAdLimit } from "@studbook/domain/ad-limit";
import type { MembershipFields } from "@studbook/domain/membership";
import { membershipState } from "@studbook/domain/membership";
import { PLANS } from "@studbook/domain/plans";

type Owner = MembershipFields & { readonly isAdmin: boolean; readonly adCount: number };

/** What keeps a user from creating a listing. */
export type ListingLimit = "none" | "expired" | "reached";

/** Undefined when the user may create one more listing at `now` (specification, section 6). */
export function findListingLimit(user: Owner, now: Date): ListingLimit | undefined {
  const decision = decideAdLimit(user, user.adCount, now);
  if (decision.kind === "allowed") return undefined;
  return decision.kind === "limit-reached" ? "reached" : decision.membership;
}

/** 'n / ∞' or 'n / 1' ads; undefined for admins and for whoever has no active membership. */
export function findAdCountText(user: Owner, now: Date): string | undefined {
  const membership = membershipState(user, now);
  if (user.isAdmin || membership.kind !== "active") return undefined;
  return `${user.adCount} / ${PLANS[membership.tier].adLimit ?? "∞"} ads`;
}
