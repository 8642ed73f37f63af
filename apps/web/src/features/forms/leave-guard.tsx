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

/** What happens to unsaved changes when the page is left. */
type Fate = "lost" | "kept as a draft";

type Report = (formId: string, fate: Fate | undefined) => void;

const Guard = createContext<Report>(() => undefined);

type Question = { fate: Fate; leave: () => void; stay: () => void };

const TEXTS: Record<Fate, string> = {
  lost: "Your changes on this page have not been saved.",
  "kept as a draft":
    "Your changes on this page have not been saved. A draft of them stays in this browser until you sign out.",
};

type BlockerFnArgs = Parameters<
  Parameters<RegisteredRouter["history"]["block"]>[0]["blockerFn"]
>[0];

/**
 * Asks before the user leaves a page that has forms with unsaved changes. If the user leaves the site, the browser
 * shows its own dialog, but not if a draft keeps the changes. It does not ask when a session has ended, because
 * `endSession` ignores blockers.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const changed = useRef(new Map<string, Fate>());
  const [question, setQuestion] = useState<Question>();
  const { history } = useRouter();
  useEffect(() => {
    const losesChanges = () => [...changed.current.values()].includes("lost");
    const ask = ({ currentLocation, nextLocation, action }: BlockerFnArgs) => {
      if (changed.current.size === 0 || currentLocation.pathname === nextLocation.pathname)
        return false;
      const fate = losesChanges() ? "lost" : "kept as a draft";
      if (action === "PUSH" || action === "REPLACE") {
        return new Promise<boolean>((resolve) => {
          setQuestion({ fate, leave: () => resolve(false), stay: () => resolve(true) });
        });
      }
      // Back and Forward have already changed the address, so it is restored until the user answers.
      const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
      const leave = () => history.go(steps, { ignoreBlocker: true });
      setQuestion({ fate, leave, stay: () => undefined });
      return true;
    };
    return history.block({ blockerFn: ask, enableBeforeUnload: losesChanges });
  }, [history]);
  const answer = (choose: (() => void) | undefined) => {
    setQuestion(undefined);
    choose?.();
  };
  const report = useRef<Report>((formId, fate) => {
    if (fate) changed.current.set(formId, fate);
    else changed.current.delete(formId);
  });
  return (
    <Guard value={report.current}>
      {children}
      {question && (
        <ConfirmDialog
          defaultOpen
          title="Leave without saving?"
          text={TEXTS[question.fate]}
          cancelLabel="Keep Editing"
          confirmLabel="Leave Without Saving"
          onConfirm={() => answer(question.leave)}
          onCancel={() => answer(question.stay)}
        />
      )}
    </Guard>
  );
}

/**
 * Reports to the surrounding guard whether this form has unsaved changes, and what happens to them when the page is left.
 * Call the result once they are saved.
 */
export function useGuardedChanges(hasChanges: boolean, fate: Fate = "lost"): () => void {
  const formId = useId();
  const report = useContext(Guard);
  const isSaved = useRef(false);
  useEffect(() => {
    report(formId, hasChanges && !isSaved.current ? fate : undefined);
    return () => report(formId, undefined);
  }, [report, formId, hasChanges, fate]);
  return () => {
    isSaved.current = true;
    report(formId, undefined);
  };
}
