import { Button } from "@studbook/ui/button";
import { Notice } from "@studbook/ui/notice";
import { RotateCcw, TriangleAlert } from "lucide-react";

/** Shown instead of a card form that could not be prepared. */
export function FormUnavailable({ onRetry }: { onRetry: () => void }) {
  const retry = () => {
    // The button that has the focus disappears.
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <Notice tone="danger" icon={TriangleAlert}>
      <p>Unable to load payment form. Please try again.</p>
      <Button variant="secondary" onClick={retry}>
        <RotateCcw className="size-5" />
        Try Again
      </Button>
    </Notice>
  );
}
