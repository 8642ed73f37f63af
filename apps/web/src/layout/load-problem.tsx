import { INTERNAL_MESSAGE } from "@studbook/domain/errors";
import { Notice } from "@studbook/ui/notice";
import { CloudOff, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ChunkLoadError, reloadOnce } from "../load-chunk.ts";

const TEXTS = {
  offline: "You are offline. This page will load when you are back online.",
  unreachable: "Studbook cannot be reached. Check your connection and try again.",
  failed: INTERNAL_MESSAGE,
};

export type Problem = keyof typeof TEXTS;

/** Classifies why something could not be loaded, as far as a browser can tell. */
export function classifyProblem(error: unknown): Problem {
  if (!navigator.onLine) return "offline";
  // A fetch that gets no response rejects with a TypeError.
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
  /** Called when the browser is back online. */
  onRecover: () => void;
  /** Actions, such as a retry button. */
  children?: ReactNode;
};

/** Shows that something could not be loaded, and recovers automatically when the browser is back online. */
export function LoadProblem({ error, title, onRecover, children }: LoadProblemProps) {
  const recover = useEffectEvent(onRecover);
  useEffect(() => {
    const listener = () => recover();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
  useEffect(() => {
    if (error instanceof ChunkLoadError) void reloadOnce();
  }, [error]);
  return (
    <ProblemNotice problem={classifyProblem(error)} title={title}>
      {children}
    </ProblemNotice>
  );
}
