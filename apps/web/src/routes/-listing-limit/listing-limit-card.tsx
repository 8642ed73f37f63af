import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { PLANS } from "@studbook/domain/plans";
import type { CurrentUser } from "@studbook/domain/schemas/account";
import { buttonClass } from "@studbook/ui/button";
import { LimitCard } from "@studbook/ui/limit-card";
import type { ListingLimit } from "./find-listing-limit.ts";

type ListingLimitCardProps = { user: CurrentUser; limit: ListingLimit };

/** Why a user may not create another listing, and the way on (specification, section 2). */
export function ListingLimitCard({ user, limit }: ListingLimitCardProps) {
  if (limit === "reached") {
    return (
      <LimitCard
        title="Ad Limit Reached"
        text="Basic membership includes one active ad. Premium has no limit."
      >
        <a href="/signup" className={buttonClass()}>
          Upgrade to Premium - ${PLANS.premium.priceCents / 100}/year
        </a>
      </LimitCard>
    );
  }
  const membership = membershipState(user, new Date());
  if (membership.kind === "none") {
    return (
      <LimitCard
        title="Finish checkout"
        text="Your account has no membership yet. With one, you can list your dog."
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
      text={`It ran until ${formatDate(membership.expiresAt)}. Your listings are out of search until you renew, and you can still edit them.`}
    >
      <a href={`/checkout?tier=${membership.tier}`} className={buttonClass()}>
        Renew {PLANS[membership.tier].name}
      </a>
    </LimitCard>
  );
}
