import { useWatch } from "react-hook-form";
import type { AdFormState } from "./ad-form-state.ts";
import type { AdFormValues } from "./ad-form-values.ts";

/** Returns the values of the form, and renders again when one changes. */
export function useValues({ hookForm }: AdFormState): AdFormValues {
  // Its own result may lack fields, as far as its type tells.
  useWatch({ control: hookForm.control });
  return hookForm.getValues();
}
