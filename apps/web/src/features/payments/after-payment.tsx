import type { Settings } from "@studbook/api/page-contract";
import { formatDate } from "@studbook/domain/format";
import { mailtoLink } from "@studbook/domain/mailto-link";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { Notice } from "@studbook/ui/notice";
import { RegisterList, RegisterRow } from "@studbook/ui/register-list";
import { Spinner } from "@studbook/ui/spinner";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callMutation, type Data, type Input, type Output } from "../../trpc.ts";
import { showToast } from "../toasts/show-toast.ts";

const REDIRECT_MS = 2000;
/** The pauses before the second and later attempts to confirm. */
const PAUSES_MS = [1000, 3000, 6000];
const NOT_ACTIVATED = "Payment succeeded but membership activation failed. Please contact support.";

type AfterPaymentProps = { data: Data; settings: Settings; paymentIntentId: string; tier: Tier };

/** Activates the membership after a charge. Pay is never offered again. */
export function AfterPayment({ data, settings, paymentIntentId, tier }: AfterPaymentProps) {
  const [state, setState] = useState<"confirming" | "active" | "failed">("confirming");
  const [expiresAt, setExpiresAt] = useState<string>();
  const hasStarted = useRef(false);
  const start = useEffectEvent(async () => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const confirmed = await confirmMembership(data, { paymentIntentId, membershipTier: tier });
    setState(confirmed ? "active" : "failed");
    if (!confirmed) return showToast({ title: "Error", text: NOT_ACTIVATED, tone: "destructive" });
    setExpiresAt(confirmed.membershipExpiresAt ?? undefined);
    setTimeout(() => location.assign("/my-ads"), REDIRECT_MS);
    await showToast({
      title: "Payment Successful!",
      text: "Your membership has been activated.",
      tone: "success",
    });
  });
  useEffect(() => void start(), []);

  // The button that had the focus is gone.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {state === "confirming" && (
        <Spinner>Your payment went through. Activating your membership…</Spinner>
      )}
      {state === "failed" && (
        <Notice tone="warn" icon={TriangleAlert}>
          <p>{NOT_ACTIVATED}</p>
          <p>
            You will not be charged again, and we will keep trying automatically. Email{" "}
            <a href={mailtoLink(settings.supportEmail)}>{settings.supportEmail}</a> if My Ads does
            not show your membership in a few minutes.
          </p>
        </Notice>
      )}
      {state === "active" && <Success tier={tier} expiresAt={expiresAt} />}
    </div>
  );
}

function Success({ tier, expiresAt }: { tier: Tier; expiresAt: string | undefined }) {
  return (
    <div role="status" className="grid justify-items-start gap-2">
      <h2 className="flex items-center gap-2.5">
        <CircleCheck className="size-7 flex-none text-success" />
        Payment Successful!
      </h2>
      {expiresAt && (
        <div className="my-2 w-full">
          <RegisterList>
            <RegisterRow label="Membership">{PLANS[tier].name}</RegisterRow>
            <RegisterRow label="Membership until">{formatDate(expiresAt)}</RegisterRow>
          </RegisterList>
        </div>
      )}
      <p>Redirecting you to sign in...</p>
    </div>
  );
}

/**
 * Reports a paid intent to the server, with retries. Returns undefined if every attempt failed. The server then finds
 * the payment by itself within minutes.
 */
async function confirmMembership(
  data: Data,
  paid: Input<"payments.confirmMembership">,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Output<"payments.confirmMembership"> | undefined> {
  try {
    return await callMutation(data, "payments.confirmMembership", paid);
  } catch {
    const [pause, ...rest] = pausesMs;
    if (pause === undefined) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return confirmMembership(data, paid, rest);
  }
}
