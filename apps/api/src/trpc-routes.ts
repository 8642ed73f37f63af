import type { TRPCError } from "@trpc/server";
import { resolveResponse } from "@trpc/server/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CreateContext } from "./auth/viewer.ts";
import type { Context } from "./context.ts";
import { describeError } from "./errors.ts";
import { readJsonText } from "./http/body-parsers.ts";
import { MAX_BATCH_CALLS } from "./http/call-cost.ts";
import { createUnavailableLog } from "./http/log-unavailable.ts";
import { parseQuery } from "./http/query.ts";
import type { ReadBody } from "./http/read-body.ts";
import { toTrpcResult } from "./json-page.ts";
import { findJsonRead } from "./json-reads.ts";
import { appRouter } from "./router.ts";

const FORWARDED = new Set(["GET", "HEAD", "POST"]);

type TrpcParts = { createContext: CreateContext; readBody: ReadBody };
type CallRequest = FastifyRequest<{ Params: { path: string } }>;

/**
 * Serves the procedures under /trpc, for the pages and the client. tRPC's Fastify plugin is not used, because it accepts
 * bodies of several types without a limit. tRPC gets a request that is built from checked parts.
 */
export async function registerTrpc(
  app: FastifyInstance,
  { createContext, readBody }: TrpcParts,
): Promise<void> {
  const logUnavailable = createUnavailableLog();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest) =>
    // Other methods are refused without waiting for the body.
    request.method === "POST" ? readJsonText(readBody, request) : undefined,
  );
  app.route({
    method: app.supportedMethods,
    url: "/:path",
    handler: async (request: CallRequest, reply) => {
      const result = await readSingle(request, () => createContext(request, reply));
      if (result !== undefined) return reply.type("application/json").send(result);
      let isLogged = false;
      const response = await resolveResponse({
        router: appRouter,
        req: toRequest(request),
        // tRPC decodes the path again.
        path: encodeURIComponent(request.params.path),
        error: null,
        createContext: () => createContext(request, reply),
        maxBatchSize: MAX_BATCH_CALLS,
        responseMeta: ({ errors }) => ({ headers: { ...retryAfter(errors), ...allow(errors) } }),
        onError({ error, path }) {
          const { status, code } = describeError(error);
          if (status === 503) logUnavailable(request, error);
          // The status of a batch does not show which of its calls was refused.
          if (status === 403) {
            const { userId } = request;
            request.log.info({ path, code, ...(userId && { userId }) }, "call refused");
          }
          // A failure before the procedures fails every call of a batch.
          if (isLogged || status !== 500) return;
          isLogged = true;
          request.log.error({ err: error.cause, path }, "procedure failed");
        },
      });
      // tRPC names no type when it refuses a whole batch.
      if (response.body) response.headers.set("content-type", "application/json");
      const { status, headers } = response;
      return reply
        .code(status)
        .headers(Object.fromEntries(headers))
        .send(response.body && (await response.text()));
    },
  });
}

/**
 * Returns the result of a single call that can be read as JSON (`json-reads.ts`); tRPC handles all others. A failure goes to
 * the error handler, which responds in tRPC's shape.
 */
async function readSingle(
  { method, url, params: { path } }: CallRequest,
  createContext: () => Promise<Context>,
): Promise<string | undefined> {
  const readJson = method === "GET" ? findJsonRead(path) : undefined;
  if (!readJson) return undefined;
  const call = readInput(parseQuery(url));
  if (!call) return undefined;
  return toTrpcResult(await readJson(await createContext(), call.input));
}

/** Returns undefined for batches, and for malformed JSON, which tRPC refuses. */
function readInput(query: URLSearchParams): { input: unknown } | undefined {
  if (query.has("batch")) return undefined;
  const text = query.get("input");
  try {
    return { input: text === null ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Builds the request for tRPC: JSON, with only the query parameters that belong to a call. It has no signal: procedures
 * learn from `ctx.closed` that the client has disconnected.
 */
function toRequest({ method, url, body }: CallRequest): Request {
  const given = parseQuery(url);
  const address = new URL("http://localhost");
  for (const name of ["batch", "input"]) {
    const value = given.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  const headers = { "content-type": "application/json" };
  if (method !== "POST") {
    // The Request constructor rejects CONNECT and TRACE. tRPC refuses all other methods in the same way.
    return new Request(address, { method: FORWARDED.has(method) ? method : "PUT", headers });
  }
  // An empty body means no input; procedures that need input reject it with their own message.
  const text = typeof body === "string" && body !== "" ? body : "null";
  return new Request(address, { method, headers, body: text });
}

function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = Math.max(
    0,
    ...errors.map((error) => describeError(error).retryAfterSeconds ?? 0),
  );
  return seconds > 0 ? { "Retry-After": String(seconds) } : {};
}

/** The `Allow` header of a 405. tRPC names the kind of the procedure only in the error's message. */
function allow(errors: readonly TRPCError[]): Record<string, string> {
  const refused = errors.find(({ code }) => code === "METHOD_NOT_SUPPORTED");
  if (!refused) return {};
  const [, kind] = / to (query|mutation) /.exec(refused.message) ?? [];
  return { Allow: kind === "mutation" ? "POST" : kind === "query" ? "GET" : "GET, POST" };
}
