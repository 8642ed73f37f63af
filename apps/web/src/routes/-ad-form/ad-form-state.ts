import type { SendForm } from "../../features/forms/use-send-form.ts";
import type { AdFormFields, AdFormValues } from "./ad-form-values.ts";

/** The state of the form of an ad, for the parts of the form. */
export type AdFormState = SendForm<AdFormValues, AdFormFields>;
