import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useBlocker } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";

type Report = (formId: string, hasChanges: boolean) => void;

const Guard = createContext<Report>(() => undefined);

/**
 * Asks before the user leaves a page that has forms with unsaved changes. If the user leaves the site, the browser
 * shows its own dialog. It does not ask when a session has ended, because `endSession` ignores blockers.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const changed = useRef(new Set<string>());
  const hasChanges = () => changed.current.size > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  const report = useRef<Report>((formId, isChanged) => {
    if (isChanged) changed.current.add(formId);
    else changed.current.delete(formId);
  });
  return (
    <Guard value={report.current}>
      {children}
      {blocker.status === "blocked" && (
        <ConfirmDialog
          defaultOpen
          title="Leave without saving?"
          text="Your changes on this page have not been saved."
          cancelLabel="Keep Editing"
          confirmLabel="Leave Without Saving"
          onConfirm={blocker.proceed}
          onCancel={blocker.reset}
        />
      )}
    </Guard>
  );
}

/** Reports to the surrounding guard whether this form has unsaved changes. Call the result once they are saved. */
export function useGuardedChanges(hasChanges: boolean): () => void {
  const formId = useId();
  const report = useContext(Guard);
  const isSaved = useRef(false);
  useEffect(() => {
    report(formId, hasChanges && !isSaved.current);
    return () => report(formId, false);
  }, [report, formId, hasChanges]);
  return () => {
    isSaved.current = true;
    report(formId, false);
  };
}
