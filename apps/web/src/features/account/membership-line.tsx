import { membershipState } from "@studbook/domain/membership";
import { decidePurchase } from "@studbook/domain/purchase";
import type { CurrentUser } from "../auth/current-user.ts";
import { MembershipBadge } from "./membership-badge.tsx";
import { membershipWords } from "./membership-words.ts";

/** The membership's badge, until when it lasts, and the way to a first, longer or larger one. */
export function MembershipLine({ user }: { user: CurrentUser }) {
  const now = new Date();
  const { note } = membershipWords(user, now);
  const offer = findOffer(user, now);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <MembershipBadge user={user} />
      {note && <span className="text-ink-soft">{note}</span>}
      {offer && (
        <a href={offer.href} className="inline-flex min-h-11 items-center font-semibold md:ml-auto">
          {offer.words}
        </a>
      )}
    </div>
  );
}

function findOffer(user: CurrentUser, now: Date): { href: string; words: string } | undefined {
  if (user.isAdmin) return undefined;
  const state = membershipState(user, now);
  if (state.kind === "none") return { href: "/signup", words: "Choose Your Membership" };
  const { tier } = state;
  const renewal = decidePurchase({ ...user, isActive: true }, tier, now);
  if (renewal.kind === "allowed") {
    return { href: `/checkout?tier=${tier}`, words: "Renew Membership" };
  }
  return tier === "basic" ? { href: "/signup", words: "Upgrade to Premium" } : undefined;
}
