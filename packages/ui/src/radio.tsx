import type { ComponentProps } from "react";

/** A radio button with its label. */
export function Radio({ label, ...rest }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-saddle">
      <input type="radio" className="size-5.5 flex-none accent-loden outline-none" {...rest} />
      {label}
    </label>
  );
}
