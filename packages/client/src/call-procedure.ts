import type { Shape } from "./answer-shape.ts";

export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

type Procedure = { type: "query" | "mutation"; path: string; returns: Shape };

/** Calls a procedure. Rejects with a StudbookError, or with the signal's reason. */
export type CallProcedure = <Output>(
  procedure: Procedure,
  input: unknown,
  options?: CallOptions,
) => Promise<Output>;
