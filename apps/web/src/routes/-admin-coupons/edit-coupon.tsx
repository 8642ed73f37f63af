import { formatCount } from "@studbook/domain/format";
import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { type AdminCoupon, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { isStartOfDay } from "./coupon-days.ts";
import { couponTermsForm, pickChanges, toFormValues } from "./coupon-form-values.ts";
import { CouponTerms, couponFormClass } from "./coupon-terms.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { useDateControls } from "./use-date-controls.ts";

type EditCouponProps = { coupon: AdminCoupon; data: Data };

export function EditCoupon({ coupon, data }: EditCouponProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { code, percentOff } = coupon;
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="quiet" size="small">
          <Pencil className="size-5" />
          Edit<span className="sr-only"> {code}</span>
        </Button>
      }
      title={`Edit ${code}`}
      text={`This coupon takes ${percentOff}% off. The code and percentage cannot be changed. For a different discount, create another coupon.`}
    >
      <TermsForm coupon={coupon} data={data} onClose={() => setIsOpen(false)} />
    </FormDialog>
  );
}

function TermsForm({ coupon, data, onClose }: EditCouponProps & { onClose: () => void }) {
  const { mutate } = useMutation("admin.changeCoupon");
  const [formRef, isIncomplete] = useDateControls();
  const before = toFormValues(coupon);
  const form = useSendForm({
    schema: couponTermsForm(isIncomplete),
    defaultValues: before,
    send: async (terms) => {
      const changes = pickChanges(before, form.hookForm.getValues(), terms);
      await mutate({ id: coupon.id, ...changes });
      onClose();
      void showToast({ title: `${coupon.code} updated`, tone: "success" });
      await refreshAdmin(data);
    },
  });
  return (
    <DialogForm
      ref={formRef}
      onSubmit={form.submit}
      className={couponFormClass}
      footer={<FormButtons isBusy={form.isBusy} submitLabel="Save Changes" onCancel={onClose} />}
    >
      <FormProblems form={form} />
      <CouponTerms field={form.field} hints={describeHints(coupon)} />
    </DialogForm>
  );
}

/**
 * A coupon created through the API can start or end at any time of day. A date field cannot show that time, so a hint
 * does. The time is kept unless the day is changed.
 */
function describeHints({ startsAt, endsAt, uses }: AdminCoupon) {
  return {
    ...(startsAt &&
      !isStartOfDay(startsAt) && { startsAt: `Currently starts ${formatInstant(startsAt)}` }),
    ...(endsAt && !isStartOfDay(endsAt) && { endsAt: `Currently ends ${formatInstant(endsAt)}` }),
    ...(uses > 0 && {
      maxRedemptions: `At least ${formatCount(uses)}: already used or reserved ${uses === 1 ? "once" : `${formatCount(uses)} times`}`,
    }),
  };
}
