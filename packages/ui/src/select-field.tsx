import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled native select with an error message. Its children are the options. */
export function SelectField({
  id,
  label,
  hint,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...{ id, label, hint, error, isOptional }}>
      {({ className, ...control }) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            className={`${className} appearance-none overflow-hidden pr-11.5 text-ellipsis`}
          />
          <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 -mt-2.5 size-5 text-ink-soft" />
        </div>
      )}
    </Field>
  );
}
