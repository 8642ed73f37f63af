import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { callTRPCProcedure } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import type { Context } from "../context.ts";
import { describeError, toTrpcBody } from "../errors.ts";
import { stringifyPage } from "../json-page.ts";
import { findJsonRead } from "../json-reads.ts";
import { type AppRouter, appRouter } from "../router.ts";

type Call = { path: string; type: "query" | "mutation" | "subscription"; input: unknown };

/**
 * Calls procedures in this process, with the results and errors that a browser would get. tRPC's `unstable_localLink` takes
 * longer: it serializes what PostgreSQL has built, and creates and aborts a signal for each call.
 */
export function createInProcessLink(createContext: () => Promise<Context>): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        call(op, createContext).then(
          (data) => {
            observer.next({ result: { type: "data", data } });
            observer.complete();
          },
          (cause: Error) =>
            observer.error(TRPCClientError.from(toTrpcBody(describeError(cause)), { cause })),
        );
      });
}

async function call(
  { path, type, input }: Call,
  createContext: () => Promise<Context>,
): Promise<unknown> {
  const ctx = await createContext();
  const readJson = findJsonRead(path);
  if (readJson) {
    const json = await readJson(ctx, input);
    return JSON.parse(typeof json === "string" ? json : stringifyPage(json));
  }
  const result: unknown = await callTRPCProcedure({
    router: appRouter,
    path,
    type,
    ctx,
    getRawInput: async () => input,
    signal: undefined,
    batchIndex: 0,
  });
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
}
