import { z } from "@studbook/domain/schemas/z";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { INTENT_FAILED, isCouponRefusal, type RefusedCoupon } from "./use-order.ts";

const CouponCode = z.object({ code: z.string().trim() });

export type CouponBoxHandle = {
  /** Asks to apply or clear a typed code that was not tried yet. Returns whether there is one. */
  refuseUntried: () => boolean;
};

type CouponBoxProps = {
  ref: Ref<CouponBoxHandle>;
  /** The code of the coupon in the order. */
  appliedCode: string | undefined;
  /** A coupon from the address that was not applied. */
  refused: RefusedCoupon | undefined;
  isBusy: boolean;
  /** Applies the coupon with this code, or removes the current coupon if `code` is undefined. Returns whether the order changed. */
  onChange: (code?: string) => Promise<boolean>;
};

export function CouponBox({ ref, appliedCode, refused, isBusy, onChange }: CouponBoxProps) {
  const isApplied = appliedCode !== undefined;
  const [tried, setTried] = useState(refused?.code);
  const [ignored, setIgnored] = useState<string>();
  const { hookForm, ...form } = useSendForm({
    schema: CouponCode,
    defaultValues: { code: refused?.code ?? "" },
    toasts: "unexplained",
    failureTitle: (code) => (isCouponRefusal(code) ? "Invalid Coupon" : "Error"),
    fallbackText: INTENT_FAILED,
    send: async ({ code }) => {
      if (isBusy) return;
      setTried(code);
      setIgnored(undefined);
      if (isApplied) hookForm.reset();
      const hasChanged = await onChange(isApplied ? undefined : code);
      if (!isApplied && hasChanged) await showToast({ title: "Coupon Applied!", tone: "success" });
    },
  });
  const typed = hookForm.watch("code");
  const error =
    (typed === ignored ? "Apply this code or remove it." : undefined) ??
    form.problems[0]?.message ??
    (typed === refused?.code ? refused?.message : undefined);
  const input = useRef<HTMLInputElement>(null);
  // Each failure takes the focus, also if it says the same as the one before.
  useEffect(() => {
    if (refused || form.failures > 0) input.current?.focus();
  }, [refused, form.failures]);
  useImperativeHandle(ref, () => ({
    refuseUntried() {
      const code = typed.trim();
      if (isApplied || code === "" || code === tried) return false;
      setIgnored(typed);
      input.current?.focus();
      return true;
    },
  }));
  return (
    <form
      onSubmit={form.submit}
      className="flex flex-wrap items-start gap-2.5 border-t border-line pt-4.5 *:first:flex-1 *:first:basis-[10em]"
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
