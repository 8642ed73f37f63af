import { TRPCClientError } from "@trpc/client";
import { callTRPCProcedure } from "@trpc/server";
import type { Context } from "../context.ts";
import { describeError, toTrpcBody } from "../errors.ts";
import { stringifyPage } from "../json-page.ts";
import { findJsonRead } from "../json-reads.ts";
import { appRouter } from "../router.ts";
import type { CallApi } from "./page-contract.ts";

type Call = { path: string; type: "query" | "mutation"; input: unknown };

/**
 * Returns what calls procedures in this process, with the results and errors that a browser would get. tRPC's client with
 * a local link takes longer: it serializes what PostgreSQL has built, and creates and aborts a signal for each call.
 */
export function createInProcessCall(createContext: () => Promise<Context>): CallApi {
  return async (path, type, input) => {
    try {
      return await call({ path, type, input }, createContext);
    } catch (cause) {
      const body = toTrpcBody(describeError(cause));
      throw TRPCClientError.from(body, cause instanceof Error ? { cause } : {});
    }
  };
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
