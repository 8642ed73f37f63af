import type { ComponentProps, ReactNode } from "react";

type ChoiceProps = {
  type: "checkbox" | "radio";
  label: string;
  hint?: string | undefined;
} & Omit<ComponentProps<"input">, "type">;

const MARKS = {
  checkbox:
    "rounded-[5px] after:h-3.25 after:w-1.75 after:-translate-y-0.5 after:rotate-45 after:border-r-[2.5px] after:border-b-[2.5px] after:border-on-loden",
  radio: "rounded-full after:size-2.5 after:rounded-full after:bg-on-loden",
};

/** A checkbox or radio button with its label, which is pressed with it. */
export function Choice({ type, label, hint, ...rest }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3.5 rounded-sm py-2.25 has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-saddle">
      <input
        type={type}
        // A click before hydration is repeated.
        data-needs-scripts
        {...rest}
        className={`grid size-6.5 flex-none cursor-pointer appearance-none place-items-center border-[1.5px] border-edge bg-surface outline-none checked:border-loden checked:bg-loden not-checked:after:hidden forced-colors:appearance-auto ${MARKS[type]}`}
      />
      <span className="font-medium">
        {label}
        {hint && <span className="block text-md font-normal text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}

type ChoiceGroupProps = {
  legend: string;
  isOptional?: boolean;
  /** The classes of the list of choices. */
  className?: string;
  children: ReactNode;
};

/** A labeled group of choices. */
export function ChoiceGroup({ legend, isOptional, className, children }: ChoiceGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-md font-semibold">
        {legend}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      <div className={className}>{children}</div>
    </fieldset>
  );
}
