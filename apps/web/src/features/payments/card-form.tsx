import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElementsOptionsMode } from "@stripe/stripe-js";
import { Button } from "@studbook/ui/button";
import { Notice } from "@studbook/ui/notice";
import { Spinner } from "@studbook/ui/spinner";
import { CircleAlert, Lock } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { THEME_CHOSEN } from "../../theme/theme.ts";
import type { Data } from "../../trpc.ts";
import { clearToasts, prepareToasts, showToast } from "../toasts/show-toast.ts";
import { type PaymentFailure, payOwnIntent } from "./pay-by-card.ts";

const COLOR_VARIABLES = {
  colorPrimary: "--sb-loden",
  colorBackground: "--sb-surface",
  colorText: "--sb-ink",
  colorTextSecondary: "--sb-ink-soft",
  colorDanger: "--sb-danger",
} as const;

type CardFormProps = {
  data: Data;
  stripe: Stripe;
  clientSecret: string;
  /** The amount of the intent in cents. */
  amount: number;
  /** The amount on the button: '$29.50'. */
  price: string;
  /** Why the last payment failed, until the next one starts. It takes the focus. */
  failure: PaymentFailure | undefined;
  onFailure: (failure: PaymentFailure | undefined) => void;
  /** The page to return to if the bank asks for the buyer's approval on a page of its own. */
  returnPath: string;
  /** True while another operation may replace the intent. */
  isHeld?: boolean;
  /** Asked when Pay is pressed. If it returns false, nothing is paid. */
  mayPay?: () => boolean;
  /** Called when a payment starts, and when it ends without success. */
  onPaying?: (isPaying: boolean) => void;
  onPaid: (paymentIntentId: string) => void;
  /** Called if this user can no longer pay the intent. Nothing was charged. */
  onCanceled: () => void;
  /** Called if this page's user is no longer signed in. Nothing was charged. */
  onSignedOut: () => void;
  onLoadError: () => void;
};

/**
 * Stripe's card form, and the button that pays the intent. The form belongs to no intent, so the card stays in it when
 * a coupon changes the price and the intent is replaced.
 */
export function CardForm(props: CardFormProps) {
  const { stripe, amount } = props;
  const appearance = useAppearance();
  const options: StripeElementsOptionsMode = {
    mode: "payment",
    amount,
    currency: "usd",
    allowedPaymentMethodTypes: ["card"],
    appearance,
  };
  return (
    <Elements stripe={stripe} options={options}>
      <CardFields {...props} />
    </Elements>
  );
}

function CardFields(props: CardFormProps) {
  const { data, clientSecret, price, failure, isHeld, onLoadError, returnPath, ...on } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const isInProgress = useRef(false);
  const isBlocked = !isReady || isPaying || isHeld;

  // Loaded early, so that the result of a payment can be shown even when the server is down.
  useEffect(() => void prepareToasts().catch(() => undefined), []);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isBlocked || isInProgress.current) return;
    if (on.mayPay?.() === false) return;
    isInProgress.current = true;
    setIsPaying(true);
    on.onPaying?.(true);
    clearToasts();
    on.onFailure(undefined);
    const outcome = await payOwnIntent({ data, stripe, elements, clientSecret, returnPath });
    if (outcome.kind === "succeeded") return on.onPaid(outcome.intentId);
    isInProgress.current = false;
    setIsPaying(false);
    on.onPaying?.(false);
    if (outcome.kind === "canceled") on.onCanceled();
    if (outcome.kind === "signed-out") on.onSignedOut();
    if (outcome.kind !== "failed") return;
    on.onFailure(outcome);
    await showToast({ title: "Payment Failed", text: outcome.message, tone: "destructive" });
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
      {failure && <PaymentProblem failure={failure} />}
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

function PaymentProblem({ failure }: { failure: PaymentFailure }) {
  const panel = useRef<HTMLDivElement>(null);
  // Each failure takes the focus, also if it says the same as the one before.
  useEffect(() => {
    if (failure) panel.current?.focus();
  }, [failure]);
  return (
    <div ref={panel} tabIndex={-1} className="rounded-md">
      <Notice tone="danger" icon={CircleAlert}>
        <div>
          <p className="font-semibold">Payment Failed. {failure.message}</p>
          {failure.advice && <p>{failure.advice}</p>}
        </div>
      </Notice>
    </div>
  );
}

/** The colors of the page's theme, also after the user or the system changes it. */
function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const update = () => setAppearance(readAppearance());
    addEventListener(THEME_CHOSEN, update);
    system.addEventListener("change", update);
    return () => {
      removeEventListener(THEME_CHOSEN, update);
      system.removeEventListener("change", update);
    };
  }, []);
  return appearance;
}

/** Returns the colors of this document for Stripe's form, which is in an iframe. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colors = Object.entries(COLOR_VARIABLES).map(([name, variable]) => [
    name,
    style.getPropertyValue(variable).trim(),
  ]);
  return {
    theme: style.colorScheme === "dark" ? "night" : "stripe",
    variables: {
      ...Object.fromEntries(colors),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "17px",
      borderRadius: "8px",
    },
  };
}
