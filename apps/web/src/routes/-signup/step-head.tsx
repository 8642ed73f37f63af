import { useEffect, useRef } from "react";

type StepHeadProps = { step: 1 | 2; title: string; text?: string; isCounted: boolean };

/** The title of a step, which has the focus when one step follows the other. */
export function StepHead({ step, title, text, isCounted }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  return (
    <div
      className={`mx-auto mb-8 grid max-w-190 gap-3 ${step === 2 ? "text-center md:mb-11" : ""}`}
    >
      <title>{`${title} · Studbook`}</title>
      {isCounted && (
        <p
          className={`flex items-center gap-2.5 text-md text-ink-soft ${step === 2 ? "justify-center" : ""}`}
        >
          <span className="h-1.25 w-14 rounded-sm bg-loden" />
          <span className={`h-1.25 w-14 rounded-sm ${step === 2 ? "bg-loden" : "bg-line"}`} />
          Step {step} of 2
        </p>
      )}
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h1>
      {text && <p className="text-ink-soft">{text}</p>}
    </div>
  );
}
