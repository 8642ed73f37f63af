import { Notice } from "@studbook/ui/notice";
import { CloudOff, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { MissingPartError, reloadOnce } from "../load-part.ts";

const TEXTS = {
  offline: "You are offline. This page goes on by itself as soon as you are online again.",
  unreachable: "Studbook cannot be reached. Check your connection and try again.",
  failed: "Something went wrong on our side. Please try again.",
};

export type Problem = keyof typeof TEXTS;

/** What kept something from being loaded, as far as a browser can tell. */
export function findProblem(error: unknown): Problem {
  if (!navigator.onLine) return "offline";
  // A fetch that gets no answer at all rejects with a TypeError.
  return error instanceof Error && error.cause instanceof TypeError ? "unreachable" : "failed";
}

type ProblemNoticeProps = { problem: Problem; title: ReactNode; children?: ReactNode };

export function ProblemNotice({ problem, title, children }: ProblemNoticeProps) {
  const isFailure = problem === "failed";
  return (
    <Notice tone={isFailure ? "danger" : "warn"} icon={isFailure ? TriangleAlert : CloudOff}>
      <div>
        {title}
        <p>{TEXTS[problem]}</p>
      </div>
      {children}
    </Notice>
  );
}

type LoadProblemProps = {
  error: unknown;
  title: ReactNode;
  /** Called when the browser is online again. */
  onRecover: () => void;
  /** What can be done, such as a button to try again. */
  children?: ReactNode;
};

/** Says that something could not be loaded, and goes on by itself when the browser is online again. */
export function LoadProblem({ error, title, onRecover, children }: LoadProblemProps) {
  const recover = useEffectEvent(onRecover);
  useEffect(() => {
    const listener = () => recover();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
  useEffect(() => {
    if (error instanceof MissingPartError) void reloadOnce();
  }, [error]);
  return (
    <ProblemNotice problem={findProblem(error)} title={title}>
      {children}
    </ProblemNotice>
  );
}
