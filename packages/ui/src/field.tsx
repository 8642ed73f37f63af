import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

export type FieldProps = {
  id?: string | undefined;
  label: string;
  hint?: string | undefined;
  /** The error message, a sentence. */
  error?: string | undefined;
  isOptional?: boolean | undefined;
};

type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** A label, a hint, a control and an error message. The child renders the control with the given props. */
export function Field({
  id,
  label,
  hint,
  error,
  isOptional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={controlId} className="mb-1.5 block text-md font-semibold">
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="-mt-0.5 mb-2 text-md text-ink-soft">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        className: controlClass(error !== undefined),
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-md font-semibold text-danger">
      <CircleAlert className="mt-0.5 size-5 flex-none" />
      {children}
    </p>
  );
}

function controlClass(isInvalid: boolean): string {
  return `min-h-(--sb-control) w-full rounded-md bg-surface px-3.5 py-2.5 text-base leading-[1.4] text-ink [&[readonly]]:border-line [&[readonly]]:bg-sunken ${isInvalid ? "border-2 border-danger" : "border-[1.5px] border-edge"}`;
}
