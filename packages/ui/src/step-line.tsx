type StepLineProps = {
  steps: readonly string[];
  /** The index of the current step. */
  current: number;
};

/** Where the user is in a sequence of pages. */
export function StepLine({ steps, current }: StepLineProps) {
  return (
    <ol
      aria-label={`Step ${current + 1} of ${steps.length}`}
      className="flex max-w-155 flex-wrap gap-2 text-md leading-snug text-ink-soft"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={`min-w-0 flex-1 basis-[6em] border-t-5 pt-2 ${index <= current ? "border-loden" : "border-line"} ${index === current ? "font-semibold text-ink" : ""}`}
        >
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
