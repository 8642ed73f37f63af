import { Button } from "@studbook/ui/button";
import { type ComponentProps, useEffect, useRef } from "react";
import { submitEarlyEnter } from "./early-input.ts";
import { NeedsScript } from "./needs-script.tsx";
import { useIsHydrated } from "./use-is-hydrated.ts";

/**
 * Submits a form. While the form is being sent, the button shows `busyLabel` and keeps the focus. It is disabled until
 * the page is hydrated, because the browser would submit the form itself. Enter pressed until then submits the form once
 * it is hydrated. Without JavaScript, a text in its place says what the form needs.
 */
export function SubmitButton({
  isBusy,
  busyLabel = "One moment…",
  disabled = false,
  children,
  ...rest
}: { isBusy: boolean; busyLabel?: string } & ComponentProps<typeof Button>) {
  const isHydrated = useIsHydrated();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHydrated) submitEarlyEnter(ref.current?.form);
  }, [isHydrated]);
  const button = (
    <Button
      ref={ref}
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
    <>
      <NeedsScript what="This form" />
      <fieldset disabled className="contents noscript:hidden">
        {button}
      </fieldset>
    </>
  );
}
