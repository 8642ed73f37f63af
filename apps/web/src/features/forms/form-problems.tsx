import { ErrorSummary } from "@studbook/ui/error-summary";
import type { FormProblem } from "./use-send-form.ts";

type FormProblemsProps = { form: { problems: FormProblem[]; failures: number } };

/** The error summary of a form. */
export function FormProblems({ form: { problems, failures } }: FormProblemsProps) {
  return <ErrorSummary errors={problems} attempt={failures} />;
}
