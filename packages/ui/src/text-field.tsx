import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled single-line input. */
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
