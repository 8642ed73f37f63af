import type { Settings } from "@studbook/api/page-contract";
import { pageAddress } from "@studbook/domain/pages";
import { formatPrice, isTier, PLANS } from "@studbook/domain/plans";
import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Notice } from "@studbook/ui/notice";
import { Spinner } from "@studbook/ui/spinner";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { AfterPayment } from "../../features/payments/after-payment.tsx";
import { CardForm } from "../../features/payments/card-form.tsx";
import { FormUnavailable } from "../../features/payments/form-unavailable.tsx";
import { PAYMENT_CANCELED, type PaymentFailure } from "../../features/payments/pay-by-card.ts";
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
export function SignupPayment({ settings, clientSecret, tier, data }: SignupPaymentProps) {
  useDocumentNavigation();
  if (!settings.payments || clientSecret === undefined) return null;
  const { publishableKey } = settings.payments;
  return (
    <FormPage title="Complete Your Payment">
      <h1>Complete Your Payment</h1>
      <Payment key={clientSecret} {...{ data, settings, tier, clientSecret, publishableKey }} />
    </FormPage>
  );
}

type PaymentProps = SignupPaymentProps & { clientSecret: string; publishableKey: string };

function Payment({ data, settings, tier: wanted, clientSecret, publishableKey }: PaymentProps) {
  // Any tier except basic is sold as premium (specification, section 2).
  const tier = isTier(wanted) ? wanted : "premium";
  const price = formatPrice(tier);
  const checkout = pageAddress("/checkout", { tier });
  const onOther = () => location.replace(checkout);
  const intent = useIntent({ data, tier, clientSecret, publishableKey, onOther });
  const { state } = intent;
  const [failure, setFailure] = useState<PaymentFailure>();
  return (
    <Card className="grid gap-5 p-5 md:p-8">
      <div className="flex items-baseline justify-between gap-4 border-b-2 border-ink pb-3">
        <h2>{PLANS[tier].name}</h2>
        <p className="font-display text-xl font-semibold">
          {price} <span className="font-sans text-md font-normal text-ink-soft">per year</span>
        </p>
      </div>
      {state.kind === "preparing" && (
        <div className="grid min-h-80 place-items-center">
          <Spinner>Preparing the payment form…</Spinner>
        </div>
      )}
      {state.kind === "failed" && <FormUnavailable onRetry={() => void intent.prepare()} />}
      {state.kind === "ready" && (
        <CardForm
          stripe={state.stripe}
          clientSecret={clientSecret}
          amount={PLANS[tier].priceCents}
          price={price}
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
    </Card>
  );
}
