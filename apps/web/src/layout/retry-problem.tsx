import { Button } from "@studbook/ui/button";
import { RotateCcw } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { LoadProblem } from "./load-problem.tsx";

type RetryProblemProps = {
  error: unknown;
  title: ReactNode;
  variant?: ComponentProps<typeof Button>["variant"];
  onRetry: () => void;
};

/** Shows that something could not be loaded, with a button to try again. */
export function RetryProblem({ error, title, variant = "secondary", onRetry }: RetryProblemProps) {
  return (
    <LoadProblem error={error} title={title} onRecover={onRetry}>
      <Button variant={variant} onClick={onRetry}>
        <RotateCcw className="size-5" />
        Try Again
      </Button>
    </LoadProblem>
  );
}
