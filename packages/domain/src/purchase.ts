import { DAY_MS } from "./day.ts";
import type { ErrorCode } from "./errors.ts";
import { formatDate, pluralize } from "./format.ts";
import type { MembershipFields } from "./membership.ts";
import { membershipState } from "./membership.ts";
import type { Tier } from "./plans.ts";
import { PLANS } from "./plans.ts";

/** A membership can be renewed in its last 60 days. */
export const RENEWAL_WINDOW_MS = 60 * DAY_MS;

/** Why an admin cannot buy a membership. */
export const ADMIN_CANNOT_BUY = "Admins do not need a membership.";

export type Buyer = MembershipFields & {
  readonly isAdmin: boolean;
  readonly isActive: boolean;
  /** The number of stored ads, listed or not. */
  readonly adCount: number;
};

type RefusalReason = "inactive" | "admin" | "premium-active" | "too-many-ads" | "too-early";

export type PurchaseDecision =
  | {
      readonly kind: "allowed";
      readonly reason: "first" | "after-expiry" | "renewal" | "upgrade";
    }
  | {
      readonly kind: "refused";
      readonly reason: RefusalReason;
      readonly code: ErrorCode;
      readonly message: string;
    };

function refuse(
  reason: RefusalReason,
  message: string,
  code: ErrorCode = "PURCHASE_REFUSED",
): PurchaseDecision {
  return { kind: "refused", reason, code, message };
}

/** Decides whether a user may buy a year of `wanted` at `now`. */
export function decidePurchase(buyer: Buyer, wanted: Tier, now: Date): PurchaseDecision {
  if (!buyer.isActive) return refuse("inactive", "Sign in to continue.", "NOT_SIGNED_IN");
  if (buyer.isAdmin) return refuse("admin", ADMIN_CANNOT_BUY, "FORBIDDEN");

  const membership = membershipState(buyer, now);
  const active = membership.kind === "active" ? membership : undefined;
  if (active?.tier === "premium" && wanted === "basic") {
    const until = formatDate(active.expiresAt);
    const message = `Your Premium membership is active until ${until}. You can choose Basic after it expires.`;
    return refuse("premium-active", message);
  }
  const { name, adLimit } = PLANS[wanted];
  if (adLimit !== null && buyer.adCount > adLimit) {
    const allowed = pluralize(adLimit, "listing", "listings");
    const message = `${name} allows ${allowed} and you have ${buyer.adCount}. Delete ${buyer.adCount - adLimit} or choose Premium.`;
    return refuse("too-many-ads", message);
  }
  if (!active) {
    return { kind: "allowed", reason: membership.kind === "none" ? "first" : "after-expiry" };
  }
  if (active.tier !== wanted) return { kind: "allowed", reason: "upgrade" };

  const remainingMs = active.expiresAt.getTime() - now.getTime();
  if (remainingMs > RENEWAL_WINDOW_MS) {
    const opens = formatDate(new Date(active.expiresAt.getTime() - RENEWAL_WINDOW_MS));
    const until = formatDate(active.expiresAt);
    const message = `Your ${name} membership is active until ${until}. You can renew it starting ${opens}.`;
    return refuse("too-early", message);
  }
  return { kind: "allowed", reason: "renewal" };
}
