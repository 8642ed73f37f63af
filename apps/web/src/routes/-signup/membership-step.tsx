import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { formatPrice, type Tier } from "@studbook/domain/plans";
import { Button } from "@studbook/ui/button";
import { PlanCard } from "@studbook/ui/plan-card";
import { ArrowLeft } from "lucide-react";

const PHOTOS = `Up to ${MAX_PHOTOS_PER_AD} photos per ad`;

type MembershipStepProps = {
  onChoose: (tier: Tier) => void;
  /** The plan that is being submitted. */
  busyTier: Tier | undefined;
  /** Undefined for a signed-in user, who has no details to go back to. */
  onBack: (() => void) | undefined;
};

export function MembershipStep({ onChoose, busyTier, onBack }: MembershipStepProps) {
  const choose = (tier: Tier) => ({
    "aria-disabled": busyTier !== undefined || undefined,
    "aria-busy": busyTier === tier || undefined,
    onClick: () => onChoose(tier),
  });
  return (
    <>
      <div className="mx-auto grid max-w-215 gap-8 md:grid-cols-2 md:gap-6">
        <PlanCard name="Basic" price={formatPrice("basic")} points={["One active ad", PHOTOS]}>
          <Button variant="secondary" {...choose("basic")}>
            {busyTier === "basic" ? "One moment…" : "Choose Basic"}
          </Button>
        </PlanCard>
        <PlanCard
          name="Premium"
          price={formatPrice("premium")}
          points={["Unlimited ads", PHOTOS]}
          badge="Most Popular"
        >
          <Button {...choose("premium")}>
            {busyTier === "premium" ? "One moment…" : "Choose Premium"}
          </Button>
        </PlanCard>
      </div>
      <div className="mt-7 grid justify-items-center gap-4 text-center">
        <p className="text-md text-ink-soft">
          Memberships are per household and do not auto-renew. All sales are final with no refunds.
        </p>
        {onBack && (
          <Button variant="bare" onClick={onBack}>
            <ArrowLeft className="size-5" />
            Back to Account Details
          </Button>
        )}
      </div>
    </>
  );
}
