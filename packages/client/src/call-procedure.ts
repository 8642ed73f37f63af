export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** Calls a procedure by its path. Rejects with a StudbookError, or with the signal's reason. */
export type CallProcedure = <Output>(
  type: "query" | "mutation",
  path: string,
  input: unknown,
  options?: CallOptions,
) => Promise<Output>;
