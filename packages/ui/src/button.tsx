import type { ComponentProps } from "react";

const BASE =
  "inline-flex items-center justify-center gap-2.5 rounded-md border-[1.5px] font-semibold leading-tight no-underline transition-colors duration-(--sb-fast) active:translate-y-px";

const LOOKS = {
  primary: "border-transparent bg-loden text-on-loden hover:bg-loden-deep",
  secondary: "border-loden bg-surface text-loden hover:bg-loden-tint",
  quiet: "border-edge bg-transparent text-ink hover:bg-sunken",
  bare: "border-transparent bg-transparent text-loden hover:bg-loden-tint",
  band: "border-transparent bg-on-band text-band hover:bg-on-band-soft",
} as const;

const SIZES = {
  normal: "min-h-(--sb-control) px-5.5 py-2.5 text-base",
  small: "min-h-11 px-3.5 py-2 text-md",
} as const;

type ButtonLook = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES };

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = "primary", size = "normal" }: ButtonLook = {}): string {
  return `${BASE} ${LOOKS[look]} ${SIZES[size]}`;
}

export function Button({
  look = "primary",
  size = "normal",
  className = "",
  type = "button",
  ...rest
}: ButtonLook & ComponentProps<"button">) {
  return <button type={type} className={`${buttonClass({ look, size })} ${className}`} {...rest} />;
}
