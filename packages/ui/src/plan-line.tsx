import type { ReactNode } from "react";

type PlanLineProps = {
  children: ReactNode;
  /** The next step: a link. */
  action?: ReactNode;
};

/** A ruled line that states a fact about the membership. */
export function PlanLine({ children, action }: PlanLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-3.5 text-md">
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {action}
    </div>
  );
}
