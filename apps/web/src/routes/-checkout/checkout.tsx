import type { PaymentSettings, Settings } from "@studbook/api/page-contract";
import { formatCents } from "@studbook/domain/format";
import { pageAddress } from "@studbook/domain/page-address";
import type { Tier } from "@studbook/domain/plans";
import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Info } from "lucide-react";
import { useRef, useState } from "react";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { AfterPayment } from "../../features/payments/after-payment.tsx";
import { CardForm } from "../../features/payments/card-form.tsx";
import { FormUnavailable } from "../../features/payments/form-unavailable.tsx";
import type { PaymentFailure } from "../../features/payments/pay-by-card.ts";
import { PreparingPayment } from "../../features/payments/preparing-payment.tsx";
import type { Data } from "../../trpc.ts";
import { CouponBox, type CouponBoxHandle } from "./coupon-box.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { ReceiptEmail } from "./receipt-email.tsx";
import { useOrder } from "./use-order.ts";

type CheckoutProps = {
  data: Data;
  settings: Settings;
  payments: PaymentSettings;
  tier: Tier;
  /** The code of a coupon, from the address. */
  coupon: string | undefined;
};

/** Sells one year of a membership, paid by card (specification, section 2). */
export function Checkout({ data, settings, payments, tier, coupon }: CheckoutProps) {
  const [failure, setFailure] = useState<PaymentFailure>();
  const options = { data, tier, payments, coupon, onFailure: setFailure };
  const { order, isChanging, refusedCoupon, ...change } = useOrder(options);
  const [isPaying, setIsPaying] = useState(false);
  const hasEmail = Boolean(useCurrentUser()?.email);
  const [paidIntentId, setPaidIntentId] = useState<string>();
  const couponBox = useRef<CouponBoxHandle>(null);
  const intent = order.kind === "ready" ? order.intent : undefined;

  if (order.kind === "refused") {
    return (
      <Card className="grid max-w-190 justify-items-start gap-4 p-5 md:p-8">
        <h2 className="flex items-center gap-2.5">
          <Info className="size-6 flex-none text-loden" />
          {order.isPaid ? "You have already paid" : "You cannot buy this membership"}
        </h2>
        <p>{order.message}</p>
        <a href="/my-ads" className={buttonClass()}>
          Go to My Ads
        </a>
      </Card>
    );
  }
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:items-start lg:gap-10">
      <div className="lg:order-2">
        <OrderSummary tier={tier} amountCents={intent?.amount} coupon={intent?.coupon ?? undefined}>
          {intent && !paidIntentId && (
            <CouponBox
              ref={couponBox}
              refused={refusedCoupon}
              appliedCode={intent.coupon?.code}
              isBusy={isChanging || isPaying}
              onChange={async (code) => {
                const hasChanged = await change.changeCoupon(code);
                if (hasChanged) setFailure(undefined);
                return hasChanged;
              }}
            />
          )}
        </OrderSummary>
      </div>
      <Card className="grid gap-5 p-5 md:p-8">
        {paidIntentId ? (
          <AfterPayment {...{ data, settings, tier }} paymentIntentId={paidIntentId} />
        ) : (
          <>
            <h2>Card payment</h2>
            {order.kind === "ready" && order.description && <p>{order.description}</p>}
            {order.kind === "preparing" && <PreparingPayment />}
            {order.kind === "failed" && <FormUnavailable onRetry={() => void change.prepare()} />}
            {order.kind === "ready" && (
              <>
                {!hasEmail && <ReceiptEmail />}
                <CardForm
                  data={data}
                  stripe={order.stripe}
                  clientSecret={order.intent.clientSecret}
                  amount={order.intent.amount}
                  price={formatCents(order.intent.amount)}
                  failure={failure}
                  onFailure={setFailure}
                  returnPath={pageAddress("/checkout", {
                    tier,
                    ...(order.intent.coupon && { coupon: order.intent.coupon.code }),
                  })}
                  isHeld={isChanging}
                  mayPay={() => !couponBox.current?.refuseUntried()}
                  onPaying={setIsPaying}
                  onPaid={setPaidIntentId}
                  onCanceled={() => void change.renew()}
                  onSignedOut={change.leaveToSignIn}
                  onLoadError={change.giveUp}
                />
                <p className="text-md text-ink-soft">
                  Your card will be charged {formatCents(order.intent.amount)} annually. One payment
                  for one year. It does not renew by itself.
                </p>
              </>
            )}
          </>
        )}
      </Card>
    </div>
  );
}
