import { Button } from "@studbook/ui/button";
import type { ComponentProps } from "react";
import { useIsHydrated } from "./use-is-hydrated.ts";

/**
 * Submits a form. While the form is being sent, the button shows `busyLabel` and keeps the focus. It is disabled until
 * the page is hydrated, because the browser would submit the form itself.
 */
export function SubmitButton({
  isBusy,
  busyLabel = "One moment…",
  disabled = false,
  children,
  ...rest
}: { isBusy: boolean; busyLabel?: string } & ComponentProps<typeof Button>) {
  const isHydrated = useIsHydrated();
  const button = (
    <Button
      type="submit"
      disabled={disabled}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      {...rest}
    >
      {isBusy ? busyLabel : children}
    </Button>
  );
  if (isHydrated) return button;
  return (
    <fieldset disabled className="contents">
      {button}
    </fieldset>
  );
}
