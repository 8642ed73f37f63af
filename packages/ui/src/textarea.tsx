import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled multi-line input. */
export function Textarea({
  id,
  label,
  hint,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...{ id, label, hint, error, isOptional }}>
      {({ className, ...control }) => (
        <textarea
          // By default, browsers only scroll the caret's line into view.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
          {...rest}
          {...control}
          className={`min-h-37.5 resize-y ${className}`}
        />
      )}
    </Field>
  );
}
