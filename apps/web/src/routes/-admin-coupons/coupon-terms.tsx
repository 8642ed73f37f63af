import { TextField } from "@studbook/ui/text-field";
import type { ComponentProps } from "react";
import type { CouponTexts } from "./coupon-form-values.ts";

type Binding = Pick<ComponentProps<typeof TextField>, "id" | "error" | "name">;

type CouponTermsProps = {
  field: (name: keyof CouponTexts) => Binding;
  hints?: Partial<Record<keyof CouponTexts, string | undefined>>;
};

/** The sizes of the operator's pages, for a form in a dialog outside of them. */
export const couponForm = "text-md [--sb-control:44px] [--sb-text-base:1rem]";

/** The controls for the terms of a coupon, which can be changed. */
export function CouponTerms({ field, hints = {} }: CouponTermsProps) {
  return (
    <>
      <TextField {...field("description")} label="Description" autoComplete="off" />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field("startsAt")}
          label="First day, UTC"
          hint={hints.startsAt ?? "From the start of this day"}
          isOptional
          type="date"
        />
        <TextField
          {...field("endsAt")}
          label="Last day, UTC"
          hint={hints.endsAt ?? "Until the end of this day"}
          isOptional
          type="date"
        />
      </div>
      <TextField
        {...field("maxRedemptions")}
        label="Limit"
        hint={hints.maxRedemptions ?? "How many members can use it, each of them once"}
        isOptional
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}
