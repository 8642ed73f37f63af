import { formatDate, pluralize } from "@studbook/domain/format";
import { addOneYear, membershipState } from "@studbook/domain/membership";
import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { formatPrice, PLANS, type Tier } from "@studbook/domain/plans";
import { decidePurchase } from "@studbook/domain/purchase";
import { Button } from "@studbook/ui/button";
import { PlanCard } from "@studbook/ui/plan-card";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { getNow } from "../../clock.ts";
import { countDaysLeft } from "../../features/account/describe-membership.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { NeedsScript } from "../../features/forms/needs-script.tsx";
import type { Outputs } from "../../trpc.ts";

const PHOTOS = `Up to ${MAX_PHOTOS_PER_AD} photos per ad`;
const POINTS = { basic: "One active ad", premium: "Unlimited ads" } as const;

export type UpgradePreview = Outputs["payments"]["checkout"];

type MembershipStepProps = {
  /** Null for a guest. */
  user: CurrentUser | null;
  /** What Premium would mean for an active Basic member. */
  upgrade: UpgradePreview | undefined;
  onChoose: (tier: Tier) => void;
  /** The plan that is being submitted. */
  busyTier: Tier | undefined;
  /** Back to the account details of a guest. */
  onBack: () => void;
};

/** The plans. The current plan is marked, and a plan that would be refused says why instead of offering a button. */
export function MembershipStep({ user, upgrade, onChoose, busyTier, onBack }: MembershipStepProps) {
  const now = getNow();
  const renderPlan = (tier: Tier) => {
    const { name } = PLANS[tier];
    const decision = user && decidePurchase({ ...user, isActive: true }, tier, now);
    const state = user && membershipState(user, now);
    const isCurrent = state?.kind === "active" && state.tier === tier;
    return (
      <PlanCard
        key={tier}
        name={name}
        price={formatPrice(tier)}
        points={[POINTS[tier], PHOTOS]}
        badge={tier === "premium" ? "Most Popular" : undefined}
        isCurrent={isCurrent}
        facts={
          user && isCurrent ? listCurrentFacts(user, now) : listUpgradeFacts(tier, upgrade, now)
        }
      >
        {decision?.kind === "refused" ? (
          <p className="text-md text-ink-soft">{decision.message}</p>
        ) : (
          <Button
            variant={tier === "premium" ? "primary" : "secondary"}
            aria-disabled={busyTier !== undefined || undefined}
            aria-busy={busyTier === tier || undefined}
            onClick={() => onChoose(tier)}
          >
            {busyTier === tier ? "One moment…" : `Choose ${name}`}
          </Button>
        )}
      </PlanCard>
    );
  };
  return (
    <>
      <div className="mx-auto max-w-215 noscript:mb-6">
        <NeedsScript what="Choosing a plan" />
      </div>
      <div
        className={`mx-auto grid max-w-215 gap-8 md:grid-cols-2 md:gap-6 ${upgrade ? "max-md:[&>:last-child]:order-first" : ""}`}
      >
        {renderPlan("basic")}
        {renderPlan("premium")}
      </div>
      <div className="mt-7 grid justify-items-center gap-4 text-center">
        <p className="text-md text-ink-soft">
          Memberships are per household and do not auto-renew. All sales are final with no refunds.
        </p>
        {user ? (
          <Link to="/my-ads" className="inline-flex min-h-11 items-center gap-2 font-semibold">
            <ArrowLeft className="size-5" />
            Back to My Ads
          </Link>
        ) : (
          <Button variant="bare" onClick={onBack}>
            <ArrowLeft className="size-5" />
            Back to Account Details
          </Button>
        )}
      </div>
    </>
  );
}

type Fact = readonly [name: string, value: string];

function listCurrentFacts(user: CurrentUser, now: Date): Fact[] {
  const state = membershipState(user, now);
  if (state.kind !== "active") return [];
  const { adLimit } = PLANS[state.tier];
  return [
    ["Active until", formatDate(state.expiresAt)],
    ["Days left", `${countDaysLeft(state.expiresAt, now)}`],
    ["Listings", adLimit === null ? `${user.adCount}` : `${user.adCount} of ${adLimit}`],
  ];
}

function listUpgradeFacts(tier: Tier, upgrade: UpgradePreview | undefined, now: Date): Fact[] {
  if (tier !== "premium" || upgrade?.decision.kind !== "allowed") return [];
  const { carriedOver, to } = upgrade.decision;
  return [
    ["One year from today", formatDate(addOneYear(now))],
    ["Left of Basic", `+ ${pluralize(carriedOver.extraDays, "day", "days")}`],
    ["Premium until", formatDate(to)],
  ];
}
