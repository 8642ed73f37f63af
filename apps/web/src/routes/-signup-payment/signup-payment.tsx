import type { PaymentSettings, Settings } from "@studbook/api/page-contract";
import { pageAddress } from "@studbook/domain/page-address";
import { formatPrice, isTier, PLANS, type Tier } from "@studbook/domain/plans";
import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Notice } from "@studbook/ui/notice";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { AfterPayment } from "../../features/payments/after-payment.tsx";
import { CardForm } from "../../features/payments/card-form.tsx";
import { FormUnavailable } from "../../features/payments/form-unavailable.tsx";
import { PAYMENT_CANCELED, type PaymentFailure } from "../../features/payments/pay-by-card.ts";
import { PreparingPayment } from "../../features/payments/preparing-payment.tsx";
import { PurchaseSteps } from "../../features/payments/purchase-steps.tsx";
import { useDocumentNavigation } from "../../features/payments/use-document-navigation.ts";
import { FormPage } from "../../layout/form-page.tsx";
import type { Data } from "../../trpc.ts";
import { useIntent } from "./use-intent.ts";

type SignupPaymentProps = {
  data: Data;
  settings: Settings;
  tier: string | undefined;
  clientSecret: string | undefined;
};

/** Pays an intent that was created elsewhere (specification, section 2, /signup/payment). */
export function SignupPayment({ settings, clientSecret, tier: wanted, data }: SignupPaymentProps) {
  useDocumentNavigation();
  const user = useCurrentUser();
  if (!settings.payments) return null;
  const { payments } = settings;
  // Any tier except basic is sold as premium (specification, section 2).
  const tier = isTier(wanted) ? wanted : "premium";
  return (
    <FormPage title="Complete Your Payment">
      <PurchaseSteps user={user} step="payment" />
      <h1>Complete Your Payment</h1>
      <Card className="grid gap-5 p-5 md:p-8">
        <div className="flex items-baseline justify-between gap-4 border-b-2 border-ink pb-3">
          <h2>{PLANS[tier].name}</h2>
          <p className="font-display text-xl font-semibold">
            {formatPrice(tier)}{" "}
            <span className="font-sans text-md font-normal text-ink-soft">per year</span>
          </p>
        </div>
        {clientSecret === undefined ? (
          // The server does not see the history's state, which has the secret.
          <PreparingPayment />
        ) : (
          <Payment key={clientSecret} {...{ data, settings, tier, clientSecret, payments }} />
        )}
      </Card>
    </FormPage>
  );
}

type PaymentProps = {
  data: Data;
  settings: Settings;
  tier: Tier;
  clientSecret: string;
  payments: PaymentSettings;
};

function Payment({ data, settings, tier, clientSecret, payments }: PaymentProps) {
  const checkout = pageAddress("/checkout", { tier });
  const onOther = () => location.replace(checkout);
  const intent = useIntent({ data, tier, clientSecret, payments, onOther });
  const { state } = intent;
  const [failure, setFailure] = useState<PaymentFailure>();
  return (
    <>
      {state.kind === "preparing" && <PreparingPayment />}
      {state.kind === "failed" && <FormUnavailable onRetry={() => void intent.prepare()} />}
      {state.kind === "ready" && (
        <CardForm
          stripe={state.stripe}
          clientSecret={clientSecret}
          amount={PLANS[tier].priceCents}
          price={formatPrice(tier)}
          failure={failure}
          onFailure={setFailure}
          returnPath={checkout}
          data={data}
          onPaid={intent.pay}
          onCanceled={intent.cancel}
          onSignedOut={intent.leaveToSignIn}
          onLoadError={intent.fail}
        />
      )}
      {state.kind === "canceled" && (
        <Notice tone="warn" icon={TriangleAlert}>
          <p>{PAYMENT_CANCELED}</p>
          <a href={checkout} className={buttonClass()}>
            Go to Checkout
          </a>
        </Notice>
      )}
      {state.kind === "paid" && (
        <AfterPayment {...{ data, settings, tier }} paymentIntentId={state.intentId} />
      )}
    </>
  );
}
