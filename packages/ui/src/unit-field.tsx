import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled input for a number with a unit, such as 'lb'. */
export function UnitField({
  id,
  label,
  hint,
  error,
  isOptional,
  unit,
  ...rest
}: FieldProps & { unit: string } & ComponentProps<"input">) {
  return (
    <Field {...{ id, label, hint, error, isOptional }}>
      {({ className, ...control }) => (
        <div className="relative">
          <input
            type="text"
            inputMode="decimal"
            {...rest}
            {...control}
            className={`${className} pr-11`}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-ink-soft"
          >
            {unit}
          </span>
        </div>
      )}
    </Field>
  );
}
