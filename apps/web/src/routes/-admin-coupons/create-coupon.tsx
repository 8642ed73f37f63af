import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { TextField } from "@studbook/ui/text-field";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { refreshAdmin } from "../../features/admin/admin-queries.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useFocusAfterAction } from "../../features/forms/use-focus-after-action.ts";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { EMPTY_VALUES, newCouponForm } from "./coupon-form-values.ts";
import { CouponTerms, couponFormClass } from "./coupon-terms.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { useDateControls } from "./use-date-controls.ts";

/** The dialog that creates a coupon. */
export function CreateCoupon({ data }: { data: Data }) {
  const [isOpen, setIsOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // If there are no coupons, this button is in the empty state, which unmounts when the first coupon is created.
  const restoreFocus = useFocusAfterAction(container, null);
  return (
    <div ref={container} className="grid max-sm:w-full">
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
        text="The code and percentage cannot be changed later, so that buyers get the discount they were promised."
      >
        <NewCouponForm data={data} onClose={() => setIsOpen(false)} onCreated={restoreFocus} />
      </FormDialog>
    </div>
  );
}

type NewCouponFormProps = { data: Data; onClose: () => void; onCreated: () => void };

function NewCouponForm({ data, onClose, onCreated }: NewCouponFormProps) {
  const { mutate } = useMutation("admin.createCoupon");
  const [formRef, isIncomplete] = useDateControls();
  const form = useSendForm({
    schema: newCouponForm(isIncomplete),
    defaultValues: { code: "", percentOff: "", ...EMPTY_VALUES },
    send: async (coupon) => {
      const { code } = await mutate(coupon);
      onClose();
      void showToast({ title: `${code} created`, tone: "success" });
      onCreated();
      await refreshAdmin(data);
    },
  });
  return (
    <DialogForm
      ref={formRef}
      onSubmit={form.submit}
      className={couponFormClass}
      footer={<FormButtons isBusy={form.isBusy} submitLabel="Create Coupon" onCancel={onClose} />}
    >
      <FormProblems form={form} />
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <TextField
          {...form.field("code")}
          label="Code"
          hint="No spaces, not case-sensitive"
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
