import { formatCents } from "@studbook/domain/format";
import type { Tier } from "@studbook/domain/plans";
import { PLANS } from "@studbook/domain/plans";
import { Badge } from "@studbook/ui/badge";
import { Card } from "@studbook/ui/card";
import type { ReactNode } from "react";

type AppliedCoupon = { code: string; percentOff: number };

type OrderSummaryProps = {
  tier: Tier;
  /** The amount that the server computed, or undefined if it is not known yet. */
  amountCents: number | undefined;
  coupon: AppliedCoupon | undefined;
  /** The coupon box. */
  children?: ReactNode;
};

/** The plan, the coupon and the total (specification, section 2). */
export function OrderSummary({ tier, amountCents, coupon, children }: OrderSummaryProps) {
  const { name, priceCents } = PLANS[tier];
  const discountCents = Math.round((priceCents * (coupon?.percentOff ?? 0)) / 100);
  const isRaised = amountCents !== undefined && amountCents > priceCents - discountCents;
  return (
    <Card className="grid gap-4.5 p-5 md:p-8">
      <h2>Order summary</h2>
      <dl>
        <div className="flex flex-wrap justify-between gap-x-4 pb-3">
          <dt>
            <span className="font-semibold">{name} membership</span>
            <span className="block text-md text-ink-soft">Annual subscription</span>
          </dt>
          <dd>{formatCents(priceCents)}</dd>
        </div>
        {coupon && (
          <div className="flex items-center justify-between gap-4 pb-3 font-semibold text-success">
            <dt className="flex min-w-0 flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
              {coupon.code}
              <Badge tone="success">{coupon.percentOff}% OFF</Badge>
            </dt>
            <dd>−{formatCents(discountCents)}</dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3 font-display text-xl font-semibold">
          <dt>Total</dt>
          <dd>
            {formatCents(amountCents ?? priceCents)}{" "}
            <span className="font-sans text-md font-normal text-ink-soft">per year</span>
          </dd>
        </div>
      </dl>
      {isRaised && <p className="text-md text-ink-soft">Card payments have a $0.50 minimum</p>}
      {children}
    </Card>
  );
}
