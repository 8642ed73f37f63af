import { z } from "@studbook/domain/schemas/z";
import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { INTENT_FAILED, isCouponRefusal } from "./use-order.ts";

const CouponCode = z.object({ code: z.string().trim() });

type CouponBoxProps = {
  /** The code of the coupon in the order. */
  appliedCode: string | undefined;
  isBusy: boolean;
  /** Applies the coupon with this code, or removes the current coupon if `code` is undefined. Returns whether the order changed. */
  onChange: (code?: string) => Promise<boolean>;
};

export function CouponBox({ appliedCode, isBusy, onChange }: CouponBoxProps) {
  const isApplied = appliedCode !== undefined;
  const { hookForm, ...form } = useSendForm({
    schema: CouponCode,
    defaultValues: { code: "" },
    failuresIn: "toast",
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
  return (
    <form
      onSubmit={form.submit}
      className="grid grid-cols-[1fr_auto] items-end gap-2.5 border-t border-line pt-4.5"
    >
      <TextField
        id={form.fieldId("code")}
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
        disabled={!isApplied && typed.trim() === ""}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
      >
        {isApplied ? "Remove" : "Apply"}
      </Button>
    </form>
  );
}
