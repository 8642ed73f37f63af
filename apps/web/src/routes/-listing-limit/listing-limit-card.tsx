import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { pageAddress } from "@studbook/domain/pages";
import { formatPrice, PLANS } from "@studbook/domain/plans";
import type { CurrentUser } from "@studbook/domain/schemas/account";
import { buttonClass } from "@studbook/ui/button";
import { LimitCard } from "@studbook/ui/limit-card";
import type { ListingLimit } from "./find-listing-limit.ts";

type ListingLimitCardProps = { user: CurrentUser; limit: ListingLimit };

/** Explains why a user cannot create a listing, with a link to change that (specification, section 2). */
export function ListingLimitCard({ user, limit }: ListingLimitCardProps) {
  if (limit === "reached") {
    return (
      <LimitCard
        title="Ad Limit Reached"
        text="Basic membership includes one active ad. Premium has no limit."
      >
        <a href="/signup" className={buttonClass()}>
          {`Upgrade to Premium - ${formatPrice("premium")}/year`}
        </a>
      </LimitCard>
    );
  }
  const membership = membershipState(user, new Date());
  if (membership.kind === "none") {
    return (
      <LimitCard
        title="Finish checkout"
        text="Your account has no membership yet. Choose one to list your dog."
      >
        <a href="/signup" className={buttonClass()}>
          Finish Checkout
        </a>
      </LimitCard>
    );
  }
  return (
    <LimitCard
      title="Your membership has expired"
      text={`It expired on ${formatDate(membership.expiresAt)}. Your listings are hidden from search until you renew. You can still edit them.`}
    >
      <a href={pageAddress("/checkout", { tier: membership.tier })} className={buttonClass()}>
        Renew {PLANS[membership.tier].name}
      </a>
    </LimitCard>
  );
}
