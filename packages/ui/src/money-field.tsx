import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled input for whole dollars. */
export function MoneyField({
  id,
  label,
  hint,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...{ id, label, hint, error, isOptional }}>
      {({ className, ...control }) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-3.5 flex items-center text-ink-soft"
          >
            $
          </span>
          <input
            type="text"
            inputMode="numeric"
            {...rest}
            {...control}
            className={`${className} pl-8`}
          />
        </div>
      )}
    </Field>
  );
}
