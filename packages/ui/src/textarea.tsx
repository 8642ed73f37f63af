import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labelled box for text of several lines. */
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
          // By themselves browsers bring no more than the line with the caret into the window.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
          {...rest}
          {...control}
          className={`min-h-37.5 resize-y ${className}`}
        />
      )}
    </Field>
  );
}
