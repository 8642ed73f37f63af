import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { TextField } from "@studbook/ui/text-field";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useKeptFocus } from "../../features/admin/use-kept-focus.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { NO_TEXTS, newCouponForm } from "./coupon-form-values.ts";
import { CouponTerms, couponForm } from "./coupon-terms.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { useDateControls } from "./use-date-controls.ts";

/** The dialog that creates a coupon. */
export function CreateCoupon({ data }: { data: Data }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // Without coupons the button is in the empty panel, which disappears with the first coupon.
  const keepFocus = useKeptFocus(place, null);
  return (
    <div ref={place} className="grid max-sm:w-full">
      <FormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button size="small">
            <Plus className="size-5" />
            Create Coupon
          </Button>
        }
        title="Create a coupon"
        text="Its code and percentage cannot be changed afterwards: what was promised under a code stays."
      >
        <NewCouponForm data={data} onClose={() => setIsOpen(false)} onCreated={keepFocus} />
      </FormDialog>
    </div>
  );
}

type NewCouponFormProps = { data: Data; onClose: () => void; onCreated: () => void };

function NewCouponForm({ data, onClose, onCreated }: NewCouponFormProps) {
  const { mutate } = useMutation("admin.createCoupon");
  const [element, isIncomplete] = useDateControls();
  const form = useSendForm({
    schema: newCouponForm(isIncomplete),
    defaultValues: { code: "", percentOff: "", ...NO_TEXTS },
    send: async (coupon) => {
      const { code } = await mutate(coupon);
      onClose();
      void showToast({ title: `${code} is created`, tone: "success" });
      onCreated();
      await refreshAdmin(data);
    },
  });
  return (
    <DialogForm
      ref={element}
      onSubmit={form.submit}
      className={couponForm}
      footer={<FormButtons isBusy={form.isBusy} answer="Create Coupon" onCancel={onClose} />}
    >
      <FormProblems form={form} />
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <TextField
          {...form.field("code")}
          label="Code"
          hint="No spaces, capitals or not"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...form.field("percentOff")}
          label="Percent off"
          hint="From 1 to 100"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <CouponTerms field={form.field} />
    </DialogForm>
  );
}
