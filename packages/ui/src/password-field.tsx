import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A labeled password input with a button that shows the password. */
export function PasswordField({
  id,
  label,
  hint,
  error,
  ...input
}: Omit<FieldProps, "isOptional"> & ComponentProps<"input">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ id, label, hint, error }}>
      {({ className, ...control }) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${className} pr-14`}
          />
          <button
            type="button"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-md text-ink-soft hover:bg-sunken"
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
