import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labelled box for one line: text, an address, a day. */
export function TextField({
  id,
  label,
  hint,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...{ id, label, hint, error, isOptional }}>
      {(control) => <input type="text" {...rest} {...control} />}
    </Field>
  );
}
