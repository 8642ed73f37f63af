import { Button } from "@studbook/ui/button";
import type { ComponentProps } from "react";
import { useIsLive } from "./use-is-live.ts";

/**
 * Sends a form. While it is being sent the button says so and keeps the focus. Disabled until the
 * page's scripts have arrived, so that the browser does not post the form by itself.
 */
export function SubmitButton({
  isBusy,
  busyLabel = "One moment…",
  disabled = false,
  children,
  ...rest
}: { isBusy: boolean; busyLabel?: string } & ComponentProps<typeof Button>) {
  const isLive = useIsLive();
  return (
    <Button
      type="submit"
      disabled={disabled || !isLive}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      {...rest}
    >
      {isBusy ? busyLabel : children}
    </Button>
  );
}
