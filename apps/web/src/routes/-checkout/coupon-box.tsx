import { z } from "@studbook/domain/schemas/z";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { useEffect, useRef } from "react";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { INTENT_FAILED, isCouponRefusal, type RefusedCoupon } from "./use-order.ts";

const CouponCode = z.object({ code: z.string().trim() });

type CouponBoxProps = {
  /** The code of the coupon in the order. */
  appliedCode: string | undefined;
  /** A coupon from the address that was not applied. */
  refused: RefusedCoupon | undefined;
  isBusy: boolean;
  /** Applies the coupon with this code, or removes the current coupon if `code` is undefined. Returns whether the order changed. */
  onChange: (code?: string) => Promise<boolean>;
};

export function CouponBox({ appliedCode, refused, isBusy, onChange }: CouponBoxProps) {
  const isApplied = appliedCode !== undefined;
  const { hookForm, ...form } = useSendForm({
    schema: CouponCode,
    defaultValues: { code: refused?.code ?? "" },
    toasts: "unexplained",
    failureTitle: (code) => (isCouponRefusal(code) ? "Invalid Coupon" : "Error"),
    fallbackText: INTENT_FAILED,
    send: async ({ code }) => {
      if (isBusy) return;
      if (isApplied) hookForm.reset();
      const hasChanged = await onChange(isApplied ? undefined : code);
      if (!isApplied && hasChanged) await showToast({ title: "Coupon Applied!", tone: "success" });
    },
  });
  const typed = hookForm.watch("code");
  const error =
    form.problems[0]?.message ?? (typed === refused?.code ? refused?.message : undefined);
  const input = useRef<HTMLInputElement>(null);
  // Each failure takes the focus, also if it says the same as the one before.
  useEffect(() => {
    if (refused || form.failures > 0) input.current?.focus();
  }, [refused, form.failures]);
  return (
    <form
      onSubmit={form.submit}
      className="grid grid-cols-[1fr_auto] items-start gap-2.5 border-t border-line pt-4.5"
    >
      <TextField
        ref={input}
        id={form.fieldId("code")}
        error={error}
        label="Have a Coupon Code?"
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={appliedCode ?? typed}
        readOnly={isApplied}
        onChange={(event) => hookForm.setValue("code", event.target.value)}
      />
      <Button
        variant="quiet"
        type="submit"
        // Level with the input, below its label.
        className="mt-[calc(var(--text-md--line-height)*var(--sb-text-md)+0.375rem)]"
        disabled={!isApplied && typed.trim() === ""}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
      >
        {isApplied ? "Remove" : "Apply"}
      </Button>
    </form>
  );
}
