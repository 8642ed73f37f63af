import { formatCount } from "@studbook/domain/format";
import { Button } from "@studbook/ui/button";
import { DialogForm, FormDialog } from "@studbook/ui/form-dialog";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { type AdminCoupon, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { FormProblems } from "../../features/forms/form-problems.tsx";
import { useSendForm } from "../../features/forms/use-send-form.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { isDayBreak } from "./coupon-days.ts";
import { couponTermsForm, pickChanges, toTexts } from "./coupon-form-values.ts";
import { CouponTerms, couponForm } from "./coupon-terms.tsx";
import { beginText, endText } from "./describe-coupon.ts";
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
      text={`It takes ${percentOff}% off. Code and percentage cannot be changed, since they were promised: for another discount create another coupon.`}
    >
      <TermsForm coupon={coupon} data={data} onClose={() => setIsOpen(false)} />
    </FormDialog>
  );
}

function TermsForm({ coupon, data, onClose }: EditCouponProps & { onClose: () => void }) {
  const { mutate } = useMutation("admin.changeCoupon");
  const [element, isIncomplete] = useDateControls();
  const before = toTexts(coupon);
  const form = useSendForm({
    schema: couponTermsForm(isIncomplete),
    defaultValues: before,
    send: async (terms) => {
      const changes = pickChanges(before, form.form.getValues(), terms);
      await mutate({ id: coupon.id, ...changes });
      onClose();
      void showToast({ title: `${coupon.code} is changed`, tone: "success" });
      await refreshAdmin(data);
    },
  });
  return (
    <DialogForm
      ref={element}
      onSubmit={form.submit}
      className={couponForm}
      footer={<FormButtons isBusy={form.isBusy} answer="Save Changes" onCancel={onClose} />}
    >
      <FormProblems form={form} />
      <CouponTerms field={form.field} hints={findHints(coupon)} />
    </DialogForm>
  );
}

/** Shows an instant within a day, which the API can set. It is kept until another day is chosen. */
function findHints({ startsAt, endsAt, uses }: AdminCoupon) {
  return {
    ...(startsAt && !isDayBreak(startsAt) && { startsAt: `Now from ${beginText(startsAt)}` }),
    ...(endsAt && !isDayBreak(endsAt) && { endsAt: `Now until ${endText(endsAt)}` }),
    ...(uses > 0 && {
      maxRedemptions: `Not below ${formatCount(uses)}: used or reserved ${uses === 1 ? "once" : `${formatCount(uses)} times`} already`,
    }),
  };
}
