import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * Registers a text field so that what was typed into it, or filled in by the browser, before the
 * page's scripts had arrived becomes its value instead of being lost.
 */
export function adoptTyped<Name extends string>(
  registration: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> {
  return {
    ...registration,
    ref: (control: unknown) => {
      const typed = isTextControl(control) ? control.value : "";
      registration.ref(control);
      if (!isTextControl(control) || typed === "" || typed === control.value) return;
      control.value = typed;
      void registration.onChange({ type: "change", target: control });
    },
  };
}

function isTextControl(
  control: unknown,
): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  );
}
