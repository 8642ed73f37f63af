import type { ErrorCode } from "./errors.ts";
import { formatDate, pluralize } from "./format.ts";
import type { MembershipFields } from "./membership.ts";
import { membershipState } from "./membership.ts";
import { periodOfPurchase } from "./periods.ts";
import type { Tier } from "./plans.ts";
import { PLANS } from "./plans.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

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
      /** The period [from, to) that the payment buys. */
      readonly from: Date;
      readonly to: Date;
      /** Days of the active Basic membership that an upgrade gives up, rounded up. */
      readonly daysGivenUp: number;
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

/** Decides whether a user may buy a year of `wanted` at `now`, and for which period. */
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
  const period = periodOfPurchase(buyer, wanted, now);
  if (!active) {
    const reason = membership.kind === "none" ? "first" : "after-expiry";
    return { kind: "allowed", reason, ...period, daysGivenUp: 0 };
  }

  const remainingMs = active.expiresAt.getTime() - now.getTime();
  if (active.tier !== wanted) {
    const daysGivenUp = Math.ceil(remainingMs / DAY_MS);
    return { kind: "allowed", reason: "upgrade", ...period, daysGivenUp };
  }
  if (remainingMs > RENEWAL_WINDOW_MS) {
    const opens = formatDate(new Date(active.expiresAt.getTime() - RENEWAL_WINDOW_MS));
    const until = formatDate(active.expiresAt);
    const message = `Your ${name} membership is active until ${until}. You can renew it starting ${opens}.`;
    return refuse("too-early", message);
  }
  return { kind: "allowed", reason: "renewal", ...period, daysGivenUp: 0 };
}
