import { Button } from "@studbook/ui/button";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { pageWidth } from "./page-width.ts";

export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div className={`grid justify-items-start gap-4.5 py-16 ${pageWidth}`} role="alert">
      <h1>This page could not be loaded</h1>
      <p className="text-lg text-ink-soft">
        Something went wrong on the way. Check your connection and try again.
      </p>
      <Button onClick={retry}>
        <RotateCcw className="size-5" />
        Retry
      </Button>
    </div>
  );
}
