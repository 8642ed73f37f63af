import { type RefObject, useRef } from "react";
import type { IsIncomplete } from "./coupon-form-values.ts";

/** Returns a ref for the form element, and a function that returns whether a date in it is incomplete. */
export function useDateControls(): [RefObject<HTMLFormElement | null>, IsIncomplete] {
  const formRef = useRef<HTMLFormElement>(null);
  return [
    formRef,
    (field) => {
      const control = formRef.current?.elements.namedItem(field);
      return control instanceof HTMLInputElement && control.validity.badInput;
    },
  ];
}
