import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { Button } from "@studbook/ui/button";
import { Spinner } from "@studbook/ui/spinner";
import { Lock } from "lucide-react";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { clearToasts, showToast } from "../toasts/show-toast.ts";
import { readAppearance } from "./appearance.ts";
import { payByCard } from "./pay-by-card.ts";

type CardFormProps = {
  stripe: Stripe;
  clientSecret: string;
  /** What is charged, as the button says it: '$29.50'. */
  price: string;
  /** While something else is under way that may replace the intent. */
  isHeld?: boolean;
  onPaid: (paymentIntentId: string) => void;
  onLoadError: () => void;
};

/** The provider's card form for one intent, and the button that pays it. */
export function CardForm(props: CardFormProps) {
  const { stripe, clientSecret } = props;
  const options = useMemo(() => ({ clientSecret, appearance: readAppearance() }), [clientSecret]);
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <CardFields {...props} />
    </Elements>
  );
}

function CardFields({ clientSecret, price, isHeld, onPaid, onLoadError }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const isUnderWay = useRef(false);
  const isBlocked = !isReady || isPaying || isHeld;

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isBlocked || isUnderWay.current) return;
    isUnderWay.current = true;
    setIsPaying(true);
    clearToasts();
    const outcome = await payByCard(stripe, elements, clientSecret);
    if (outcome.kind === "succeeded") return onPaid(outcome.intentId);
    isUnderWay.current = false;
    setIsPaying(false);
    if (outcome.kind === "failed") {
      await showToast({ title: "Payment Failed", text: outcome.message, tone: "destructive" });
    }
  };

  return (
    <form onSubmit={pay} className="grid gap-5">
      <div className="relative min-h-60">
        {!isReady && (
          <div className="absolute inset-0 grid place-items-center">
            <Spinner>Preparing the payment form…</Spinner>
          </div>
        )}
        <PaymentElement onReady={() => setIsReady(true)} onLoadError={onLoadError} />
      </div>
      <Button
        type="submit"
        className="min-h-14.5 w-full"
        aria-busy={isPaying || undefined}
        aria-disabled={isBlocked || undefined}
      >
        <Lock className="size-5" />
        {isPaying ? "One moment…" : `Pay ${price}`}
      </Button>
    </form>
  );
}
