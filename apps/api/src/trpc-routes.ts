import type { TRPCError } from "@trpc/server";
import { resolveResponse } from "@trpc/server/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CreateContext } from "./auth/viewer.ts";
import { describeError } from "./errors.ts";
import { JSON_BODY_BYTES } from "./http/bodies.ts";
import type { ReadBody } from "./http/read-body.ts";
import { appRouter } from "./router.ts";
import { MAX_CALLS } from "./trpc-calls.ts";

const TAKEN = new Set(["GET", "HEAD", "POST"]);

type TrpcParts = { createContext: CreateContext; readBody: ReadBody };
type CallRequest = FastifyRequest<{ Params: { path: string } }>;

/**
 * The procedures under /trpc, for the pages and the client. tRPC's own plugin is not used: it takes bodies
 * of several types without a limit. What tRPC sees here is built from checked parts, and never the connection.
 */
export async function registerTrpc(
  app: FastifyInstance,
  { createContext, readBody }: TrpcParts,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", async (request: FastifyRequest) =>
    // Another method is refused without waiting for a body.
    request.method === "POST" ? (await readBody(request, JSON_BODY_BYTES)).toString() : undefined,
  );
  app.route({
    method: app.supportedMethods,
    url: "/:path",
    handler: async (request: CallRequest, reply) => {
      let isFailureTold = false;
      const response = await resolveResponse({
        router: appRouter,
        req: toRequest(request),
        // It decodes this once more.
        path: encodeURIComponent(request.params.path),
        error: null,
        createContext: () => createContext(request, reply),
        maxBatchSize: MAX_CALLS,
        responseMeta: ({ errors }) => ({ headers: { ...retryAfter(errors), ...allow(errors) } }),
        onError({ error, path }) {
          // What fails before the procedures fails each call of a batch.
          if (isFailureTold || describeError(error).status !== 500) return;
          isFailureTold = true;
          request.log.error({ err: error.cause, path }, "procedure failed");
        },
      });
      return reply.send(response);
    },
  });
}

/**
 * The request as tRPC is to see it: JSON, and of the address only what a call is made of. Whether the client has gone is
 * asked of the context (`closed`).
 */
function toRequest({ method, url, body }: CallRequest): Request {
  const given = new URL(url, "http://localhost").searchParams;
  const address = new URL("http://localhost");
  for (const name of ["batch", "input"]) {
    const value = given.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  const headers = { "content-type": "application/json" };
  if (method !== "POST") {
    // Fetch knows no CONNECT or TRACE; tRPC refuses every other method alike.
    return new Request(address, { method: TAKEN.has(method) ? method : "PUT", headers });
  }
  // An empty body is no input; a procedure that needs one refuses it in its own words.
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

/** What a call refuses another method for: tRPC names its kind only in the error. */
function allow(errors: readonly TRPCError[]): Record<string, string> {
  const refused = errors.find(({ code }) => code === "METHOD_NOT_SUPPORTED");
  if (!refused) return {};
  const [, kind] = / to (query|mutation) /.exec(refused.message) ?? [];
  return { Allow: kind === "mutation" ? "POST" : kind === "query" ? "GET" : "GET, POST" };
}
