import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { formatPrice } from "@studbook/domain/plans";
import type { CurrentUser } from "@studbook/domain/schemas/account";
import { buttonClass } from "@studbook/ui/button";
import { LimitCard } from "@studbook/ui/limit-card";
import { PlanLine } from "@studbook/ui/plan-line";
import { getNow } from "../../clock.ts";
import { findRenewal } from "../../features/account/find-renewal.ts";
import type { ListingLimit } from "./find-listing-limit.ts";

type ListingLimitCardProps = { user: CurrentUser; limit: ListingLimit };

const REACHED = "Ad Limit Reached";
const UPGRADE = `Upgrade to Premium - ${formatPrice("premium")}/year`;

/** The same as a quiet line, for a member whose one listing is public. */
export function UpgradeLine() {
  return (
    <PlanLine
      action={
        <a
          href="/signup"
          className={`max-sm:w-full ${buttonClass({ variant: "secondary", size: "small" })}`}
        >
          {UPGRADE}
        </a>
      }
    >
      <h2 className="inline text-md font-semibold font-sans">{REACHED}.</h2> Basic has one active
      ad. Premium has no limit, and the value of your remaining days carries over.
    </PlanLine>
  );
}

/** Explains why a user cannot create a listing, with a link to change that (specification, section 2). */
export function ListingLimitCard({ user, limit }: ListingLimitCardProps) {
  if (limit === "reached") {
    return (
      <LimitCard
        title={REACHED}
        text="Basic has one active ad. Premium has no limit, and the value of your remaining days carries over."
      >
        <a href="/signup" className={buttonClass()}>
          {UPGRADE}
        </a>
      </LimitCard>
    );
  }
  const now = getNow();
  const membership = membershipState(user, now);
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
  const renewal = findRenewal(user, membership.tier, now);
  return (
    <LimitCard
      title="Your membership has expired"
      text={`It expired on ${formatDate(membership.expiresAt)}. Your listings are hidden from search until you renew. You can still edit them.`}
    >
      <a href={renewal.href} className={buttonClass()}>
        {renewal.label}
      </a>
    </LimitCard>
  );
}
