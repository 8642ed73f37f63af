import { Button } from "@studbook/ui/button";
import { RotateCcw } from "lucide-react";
import { type Problem, ProblemNotice } from "../src/layout/load-problem.tsx";
import { PageNotFound } from "../src/layout/page-not-found.tsx";
import { pageWidth } from "../src/layout/page-width.ts";
import { AdNotFound } from "../src/routes/-ad/ad-not-found.tsx";
import NoResults from "../src/routes/-search/no-results.tsx";

const PROBLEMS: Problem[] = ["failed", "offline", "unreachable"];

export function EmptySection() {
  return (
    <div className={`py-6 ${pageWidth}`}>
      <NoResults />
    </div>
  );
}

export function ProblemsSection() {
  return (
    <div className={`grid gap-6 py-6 ${pageWidth}`}>
      {PROBLEMS.map((problem) => (
        <ProblemNotice
          key={problem}
          problem={problem}
          title={<h2 className="mb-1 text-xl">The listings could not be loaded</h2>}
        >
          <Button variant="secondary">
            <RotateCcw className="size-5" />
            Try Again
          </Button>
        </ProblemNotice>
      ))}
    </div>
  );
}

export function NotFoundSection() {
  return (
    <>
      <PageNotFound />
      <AdNotFound />
    </>
  );
}
