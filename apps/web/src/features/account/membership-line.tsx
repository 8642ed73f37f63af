import { membershipState } from "@studbook/domain/membership";
import { pageAddress } from "@studbook/domain/page-address";
import { decidePurchase } from "@studbook/domain/purchase";
import { getNow } from "../../clock.ts";
import type { CurrentUser } from "../auth/current-user.ts";
import { describeMembership } from "./describe-membership.ts";
import { MembershipBadge } from "./membership-badge.tsx";

/** The membership's badge, its expiry, and links to buy, renew or upgrade it. */
export function MembershipLine({ user }: { user: CurrentUser }) {
  const now = getNow();
  const { note } = describeMembership(user, now);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <MembershipBadge user={user} />
      {note && <span className="text-ink-soft">{note}</span>}
      <div className="flex flex-wrap gap-x-5 md:ml-auto">
        {listOffers(user, now).map(({ href, label }) => (
          <a key={href} href={href} className="inline-flex min-h-11 items-center font-semibold">
            {label}
          </a>
        ))}
      </div>
    </div>
  );
}

type Offer = { href: string; label: string };

function listOffers(user: CurrentUser, now: Date): Offer[] {
  if (user.isAdmin) return [];
  const state = membershipState(user, now);
  if (state.kind === "none") return [{ href: "/signup", label: "Choose Your Membership" }];
  const { tier } = state;
  const offers: Offer[] = [];
  if (decidePurchase({ ...user, isActive: true }, tier, now).kind === "allowed") {
    offers.push({ href: pageAddress("/checkout", { tier }), label: "Renew Membership" });
  }
  if (tier === "basic") offers.push({ href: "/signup", label: "Upgrade to Premium" });
  return offers;
}
