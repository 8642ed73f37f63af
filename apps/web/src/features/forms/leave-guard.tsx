import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { type RegisteredRouter, useRouter } from "@tanstack/react-router";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

type Report = (formId: string, hasChanges: boolean) => void;

const Guard = createContext<Report>(() => undefined);

type Question = { leave: () => void; stay: () => void };

type BlockerFnArgs = Parameters<
  Parameters<RegisteredRouter["history"]["block"]>[0]["blockerFn"]
>[0];

/**
 * Asks before the user leaves a page that has forms with unsaved changes. If the user leaves the site, the browser
 * shows its own dialog. It does not ask when a session has ended, because `endSession` ignores blockers.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const changed = useRef(new Set<string>());
  const [question, setQuestion] = useState<Question>();
  const { history } = useRouter();
  useEffect(() => {
    const hasChanges = () => changed.current.size > 0;
    const ask = ({ currentLocation, nextLocation, action }: BlockerFnArgs) => {
      if (!hasChanges() || currentLocation.pathname === nextLocation.pathname) return false;
      if (action === "PUSH" || action === "REPLACE") {
        return new Promise<boolean>((resolve) => {
          setQuestion({ leave: () => resolve(false), stay: () => resolve(true) });
        });
      }
      // Back and Forward have already changed the address, so it is restored until the user answers.
      const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
      const leave = () => history.go(steps, { ignoreBlocker: true });
      setQuestion({ leave, stay: () => undefined });
      return true;
    };
    return history.block({ blockerFn: ask, enableBeforeUnload: hasChanges });
  }, [history]);
  const answer = (choose: (() => void) | undefined) => {
    setQuestion(undefined);
    choose?.();
  };
  const report = useRef<Report>((formId, isChanged) => {
    if (isChanged) changed.current.add(formId);
    else changed.current.delete(formId);
  });
  return (
    <Guard value={report.current}>
      {children}
      {question && (
        <ConfirmDialog
          defaultOpen
          title="Leave without saving?"
          text="Your changes on this page have not been saved."
          cancelLabel="Keep Editing"
          confirmLabel="Leave Without Saving"
          onConfirm={() => answer(question.leave)}
          onCancel={() => answer(question.stay)}
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
