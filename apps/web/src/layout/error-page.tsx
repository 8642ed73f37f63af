import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { pageWidth } from "./page-width.ts";
import { RetryProblem } from "./retry-problem.tsx";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div className={`py-8 ${pageWidth}`}>
      <title>This page could not be loaded · Studbook</title>
      <RetryProblem
        error={error}
        title={<h1 className="mb-2 text-2xl">This page could not be loaded</h1>}
        variant="primary"
        onRetry={() => void retry()}
      />
    </div>
  );
}
