import { useEffect, useRef } from "react";

type Problem = { fieldId?: string | undefined; title?: string | undefined; message: string };

type ErrorSummaryProps = {
  /** The errors in page order. Errors of the whole form have no `fieldId`, and may have a title. */
  errors: readonly Problem[];
  /** Changes with every failed submit, so that each one moves the focus to the summary. */
  attempt: number;
};

/** Lists a form's errors with links to their fields, and takes the focus. A link opens the details around its field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const panel = useRef<HTMLDivElement>(null);
  const seenAttempt = useRef(0);
  // No dependencies, because the errors may arrive a render later than the new attempt.
  useEffect(() => {
    if (attempt === seenAttempt.current || !panel.current) return;
    seenAttempt.current = attempt;
    panel.current.focus();
  });
  if (errors.length === 0) return null;
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border-2 border-danger bg-surface px-5.5 py-4.5"
    >
      <h2 className="text-lg">{titleOf(errors)}</h2>
      <ul className="mt-1.5">
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`} className="py-0.75 font-semibold text-danger">
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="text-danger"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(fieldId);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusField(id: string): void {
  const field = document.getElementById(id);
  for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details")) {
    part.open = true;
  }
  field?.focus();
}

function titleOf(errors: readonly Problem[]): string {
  const general = errors.find(({ fieldId }) => fieldId === undefined);
  if (general) return general.title ?? "Something went wrong";
  return `Please correct ${errors.length === 1 ? "1 field" : `${errors.length} fields`}`;
}
