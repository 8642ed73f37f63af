import { Button } from "@studbook/ui/button";
import type { ComponentProps } from "react";

/** Sends a form. While it is being sent the button says so and keeps the focus. */
export function SubmitButton({
  isBusy,
  children,
  ...rest
}: { isBusy: boolean } & ComponentProps<typeof Button>) {
  return (
    <Button
      type="submit"
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      {...rest}
    >
      {isBusy ? "One moment…" : children}
    </Button>
  );
}
