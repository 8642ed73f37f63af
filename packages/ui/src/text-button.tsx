import type { ComponentProps } from "react";

type TextButtonProps = { tone?: "normal" | "danger" } & Omit<ComponentProps<"button">, "className">;

/** A button that looks like a link. */
export function TextButton({ tone = "normal", type = "button", ...rest }: TextButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-11 min-w-11 items-center gap-2 text-left text-md leading-[1.3] font-semibold underline decoration-1 underline-offset-[.18em] hover:decoration-2 ${tone === "danger" ? "text-danger" : "text-loden"}`}
      {...rest}
    />
  );
}
