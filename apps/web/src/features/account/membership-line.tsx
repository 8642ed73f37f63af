import { membershipState } from "@studbook/domain/membership";
import { decidePurchase } from "@studbook/domain/purchase";
import type { CurrentUser } from "../auth/current-user.ts";
import { describeMembership } from "./describe-membership.ts";
import { MembershipBadge } from "./membership-badge.tsx";

/** The membership's badge, until when it lasts, and the way to a first, longer or larger one. */
export function MembershipLine({ user }: { user: CurrentUser }) {
  const now = new Date();
  const { note } = describeMembership(user, now);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <MembershipBadge user={user} />
      {note && <span className="text-ink-soft">{note}</span>}
      <div className="flex flex-wrap gap-x-5 md:ml-auto">
        {listOffers(user, now).map(({ href, words }) => (
          <a key={href} href={href} className="inline-flex min-h-11 items-center font-semibold">
            {words}
          </a>
        ))}
      </div>
    </div>
  );
}

type Offer = { href: string; words: string };

function listOffers(user: CurrentUser, now: Date): Offer[] {
  if (user.isAdmin) return [];
  const state = membershipState(user, now);
  if (state.kind === "none") return [{ href: "/signup", words: "Choose Your Membership" }];
  const { tier } = state;
  const offers: Offer[] = [];
  if (decidePurchase({ ...user, isActive: true }, tier, now).kind === "allowed") {
    offers.push({ href: `/checkout?tier=${tier}`, words: "Renew Membership" });
  }
  if (tier === "basic") offers.push({ href: "/signup", words: "Upgrade to Premium" });
  return offers;
}
