import type { UseFormRegisterReturn } from "react-hook-form";

/** What such a field holds later is the form's own doing, a draft that it was given back for instance. */
const met = new WeakSet<Element>();

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
      if (!isTextControl(control) || met.has(control)) return registration.ref(control);
      met.add(control);
      const typed = control.value;
      registration.ref(control);
      if (typed === "" || typed === control.value) return;
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
