import type { InjectOptions } from "fastify";
import type { World } from "./world.ts";

/** The request of a row: over REST, tRPC, or both. */
export type Call = {
  rest?: { method: "GET" | "POST" | "PATCH" | "DELETE"; url: string; payload?: object | string };
  headers?: Record<string, string>;
  procedure?: { name: string; kind: "query" | "mutation"; input?: object };
};

/** Builds the request of a call over REST. */
export function restRequest(
  { rest, headers }: Pick<Call, "headers"> & { rest: NonNullable<Call["rest"]> },
  { cookie }: World,
): InjectOptions {
  return { ...rest, headers: { ...headers, ...(cookie && { cookie }) } };
}

/** Builds the HTTP request of a tRPC procedure. */
export function trpcRequest(
  { name, kind, input }: NonNullable<Call["procedure"]>,
  { cookie }: World,
): InjectOptions {
  const headers = cookie ? { cookie } : {};
  if (kind === "mutation") {
    return { method: "POST", url: `/trpc/${name}`, headers, payload: input ?? {} };
  }
  const search = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  return { method: "GET", url: `/trpc/${name}${search}`, headers };
}

/** A query at a REST path. */
export function read(url: string, name: string, input?: object): Call {
  return {
    rest: { method: "GET", url },
    procedure: { name, kind: "query", ...(input && { input }) },
  };
}

/** A query without a REST path. */
export function query(name: string, input?: object): Call {
  return { procedure: { name, kind: "query", ...(input && { input }) } };
}

/** A mutation at a REST path. */
export function write(method: "POST" | "PATCH", url: string, name: string, input?: object): Call {
  return {
    rest: { method, url, ...(input && { payload: input }) },
    procedure: { name, kind: "mutation", ...(input && { input }) },
  };
}
