import { pageAddress } from "@studbook/domain/page-address";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { decidePurchase } from "@studbook/domain/purchase";
import type { CurrentUser } from "../auth/current-user.ts";

/** Returns the link that renews an expired membership, or to the plans if its plan would be refused. */
export function findRenewal(
  user: CurrentUser,
  tier: Tier,
  now: Date,
): { href: string; label: string } {
  return decidePurchase({ ...user, isActive: true }, tier, now).kind === "allowed"
    ? { href: pageAddress("/checkout", { tier }), label: `Renew ${PLANS[tier].name}` }
    : { href: "/signup", label: "Choose Your Membership" };
}
