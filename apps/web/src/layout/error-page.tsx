import { Button } from "@studbook/ui/button";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { LoadProblem } from "./load-problem.tsx";
import { pageWidth } from "./page-width.ts";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div className={`py-8 ${pageWidth}`}>
      <title>This page could not be loaded · Studbook</title>
      <LoadProblem
        error={error}
        title={<h1 className="mb-2 text-2xl">This page could not be loaded</h1>}
        onRecover={retry}
      >
        <Button onClick={retry}>
          <RotateCcw className="size-5" />
          Retry
        </Button>
      </LoadProblem>
    </div>
  );
}
