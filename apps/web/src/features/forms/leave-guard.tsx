import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { LeaveDialog } from "./leave-dialog.tsx";
import { useLeaveWarning } from "./use-leave-warning.ts";

type Report = (formId: string, hasChanges: boolean) => void;

const Guard = createContext<Report>(() => undefined);

/** Asks once before a page is left in which any of several forms has unsaved changes. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const changed = useRef(new Set<string>());
  const { blocker } = useLeaveWarning(() => changed.current.size > 0);
  const report = useRef<Report>((formId, hasChanges) => {
    if (hasChanges) changed.current.add(formId);
    else changed.current.delete(formId);
  });
  return (
    <Guard value={report.current}>
      {children}
      <LeaveDialog blocker={blocker} />
    </Guard>
  );
}

/** Tells the guard around this form whether there is something to lose. */
export function useGuardedChanges(hasChanges: boolean): void {
  const formId = useId();
  const report = useContext(Guard);
  useEffect(() => {
    report(formId, hasChanges);
    return () => report(formId, false);
  }, [report, formId, hasChanges]);
}
