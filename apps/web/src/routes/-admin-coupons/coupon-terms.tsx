import { TextField } from "@studbook/ui/text-field";
import type { ComponentProps } from "react";
import type { CouponFormValues } from "./coupon-form-values.ts";

type Binding = Pick<ComponentProps<typeof TextField>, "id" | "error" | "name">;

type CouponTermsProps = {
  field: (name: keyof CouponFormValues) => Binding;
  hints?: Partial<Record<keyof CouponFormValues, string | undefined>>;
};

/** The sizes of the operator's pages, for a form in a dialog, which is outside the page. */
export const couponFormClass = "text-md [--sb-control:44px] [--sb-text-base:1rem]";

/** The fields for the terms of a coupon, which can be changed. */
export function CouponTerms({ field, hints = {} }: CouponTermsProps) {
  return (
    <>
      <TextField {...field("description")} label="Description" autoComplete="off" />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field("startsAt")}
          label="First day (UTC)"
          hint={hints.startsAt ?? "From the start of this day"}
          isOptional
          type="date"
        />
        <TextField
          {...field("endsAt")}
          label="Last day (UTC)"
          hint={hints.endsAt ?? "Until the end of this day"}
          isOptional
          type="date"
        />
      </div>
      <TextField
        {...field("maxRedemptions")}
        label="Limit"
        hint={hints.maxRedemptions ?? "How many members can use it, once each"}
        isOptional
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}
