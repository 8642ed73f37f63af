import { Button } from "@studbook/ui/button";
import type { ComponentProps } from "react";
import { useIsLive } from "./use-is-live.ts";

/**
 * Sends a form. While the form is being sent, the button says so and keeps the focus. It is disabled until the
 * page's scripts have loaded, because the browser would post the form by itself.
 */
export function SubmitButton({
  isBusy,
  busyLabel = "One moment…",
  disabled = false,
  children,
  ...rest
}: { isBusy: boolean; busyLabel?: string } & ComponentProps<typeof Button>) {
  const isLive = useIsLive();
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
  if (isLive) return button;
  return (
    <fieldset disabled className="contents">
      {button}
    </fieldset>
  );
}
