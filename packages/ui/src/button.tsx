import type { ComponentProps } from "react";

const BASE =
  "inline-flex items-center justify-center gap-2.5 rounded-md border-[1.5px] text-center font-semibold leading-tight no-underline transition-[color,background-color,border-color] duration-(--sb-fast)";

const ENABLED = {
  primary: "border-transparent bg-loden text-on-loden hover:bg-loden-deep",
  secondary: "border-loden bg-surface text-loden hover:bg-loden-tint",
  quiet: "border-edge bg-transparent text-ink hover:bg-sunken",
  bare: "border-transparent bg-transparent text-loden hover:bg-loden-tint",
  band: "border-transparent bg-on-band text-band hover:bg-on-band-soft",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-deep",
  "danger-quiet": "border-danger bg-transparent text-danger hover:bg-danger-tint",
} as const;

const DISABLED = "cursor-not-allowed border-line bg-sunken text-ink-soft";

const SIZES = {
  normal: "min-h-(--sb-control) px-5.5 py-2.5 text-base",
  small: "min-h-11 px-3.5 py-2 text-md",
} as const;

export type ButtonVariant = keyof typeof ENABLED;

type ButtonShape = {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
  disabled?: boolean | undefined;
};

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({
  variant = "primary",
  size = "normal",
  disabled = false,
}: ButtonShape = {}): string {
  return `${BASE} ${disabled ? DISABLED : `active:translate-y-px ${ENABLED[variant]}`} ${SIZES[size]}`;
}

export function Button({
  variant = "primary",
  size = "normal",
  className = "",
  type = "button",
  disabled,
  ...rest
}: ButtonShape & ComponentProps<"button">) {
  return (
    <button
      type={type}
      disabled={disabled}
      className={`${buttonClass({ variant, size, disabled })} ${className}`}
      {...rest}
    />
  );
}
