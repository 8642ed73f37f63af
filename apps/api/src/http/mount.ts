import { NOT_AN_OBJECT } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CreateContext } from "../auth/viewer.ts";
import { findJsonRead } from "../json-reads.ts";
import type { ProcedureCall } from "../openapi/call.ts";
import { getProcedure } from "../openapi/procedures.ts";
import { toSchema } from "../openapi/schemas.ts";
import type { JsonSchema } from "../openapi/types.ts";
import { appRouter } from "../router.ts";
import { type PageLinks, pageHeadersOf } from "./page-headers.ts";
import { repeatableQuery, singleQuery } from "./query.ts";
import { sendRevalidated } from "./revalidate.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Serves a procedure at a REST path, written as in the OpenAPI document: `mount("GET /ads/{id}", {...})`. The procedure's
 * input is the query string of a GET or the body of any other method, plus the ID in the path.
 */
export type Mount = (route: `${Method} /${string}`, call: ProcedureCall) => void;

type MountParts = { createContext: CreateContext; publicUrl: string };

type ReadInput = (request: FastifyRequest) => unknown;
type Send = (request: FastifyRequest, reply: FastifyReply, result: unknown) => unknown;

const Page = z.object({
  items: z.array(z.unknown()),
  total: z.number(),
  nextCursor: z.string().nullable(),
});

const Created = z.object({ id: z.string().default("") });

/** Returns a function that mounts procedures in this scope. */
export function createMount(app: FastifyInstance, { createContext, publicUrl }: MountParts): Mount {
  return (route, call) => {
    const [method = "", path = ""] = route.split(" ");
    const { procedure } = call;
    const { type, input, isOpen } = getProcedure(procedure);
    const { id: _ofPath, ...fields } = (input && toSchema(input, "input", {}).properties) ?? {};
    const readInput = createReadInput(method, path, fields);
    const links: PageLinks = { publicUrl, parameters: Object.keys(fields) };
    const send = createSend(call, links);
    const readJson = findJsonRead(procedure);
    app.route({
      method,
      url: path.replace("{id}", ":id"),
      config: { call, ...(isOpen && { isOpen }) },
      async handler(request, reply) {
        const ctx = await createContext(request, reply);
        if (readJson) {
          const json = await readJson(ctx, readInput(request));
          if (typeof json === "string") return sendRevalidated(reply, json);
          reply.headers(pageHeadersOf(request.url, links, json));
          return sendRevalidated(reply, json.items);
        }
        const result: unknown = await callTRPCProcedure({
          router: appRouter,
          path: procedure,
          type,
          ctx,
          getRawInput: async () => readInput(request),
          signal: undefined,
          batchIndex: 0,
        });
        return send(request, reply, result);
      },
    });
  };
}

function createReadInput(
  method: string,
  path: string,
  fields: Record<string, JsonSchema>,
): ReadInput {
  const hasId = path.includes("{id}");
  if (method === "GET") {
    const readQuery = createQueryReader(fields);
    if (!hasId) return readQuery;
    return (request) => ({ ...readQuery(request), id: idOf(request) });
  }
  if (!hasId) return ({ body }) => body;
  const needsBody = Object.keys(fields).length > 0;
  // The procedure rejects `false`: a call with fields needs a body, even if it is an empty object.
  return (request) => withId(idOf(request), needsBody ? (request.body ?? false) : request.body);
}

function createSend(call: ProcedureCall, links: PageLinks): Send {
  const { isPaged, isRevalidated, response } = call;
  const toBody: Send = isPaged
    ? (request, reply, result) => {
        const page = Page.parse(result);
        reply.headers(pageHeadersOf(request.url, links, page));
        return page.items;
      }
    : (_request, _reply, result) => result;
  if (isRevalidated) {
    return (request, reply, result) =>
      sendRevalidated(reply, JSON.stringify(toBody(request, reply, result)));
  }
  const { status = 200, location } = response;
  return (request, reply, result) => {
    if (location) {
      const { id } = Created.parse(result);
      reply.header("Location", links.publicUrl + location.replace("{id}", id));
    }
    return reply.code(status).send(toBody(request, reply, result));
  };
}

function idOf({ params }: FastifyRequest): string {
  return typeof params === "object" && params !== null && "id" in params ? String(params.id) : "";
}

/**
 * Returns a function that reads the declared query parameters. Integers are converted; anything else becomes NaN, which the
 * schemas reject.
 */
function createQueryReader(fields: Record<string, JsonSchema>) {
  const { single = [], repeatable = [] } = Object.groupBy(Object.keys(fields), (name) =>
    isList(fields[name]) ? "repeatable" : "single",
  );
  const integers = single.filter((name) => fields[name]?.type === "integer");
  return (request: FastifyRequest) => {
    const query: Record<string, unknown> = {
      ...singleQuery(request, single),
      ...repeatableQuery(request, repeatable),
    };
    for (const name of integers) {
      const text = query[name];
      if (typeof text !== "string") continue;
      query[name] = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    }
    return query;
  };
}

/** Whether a parameter can have several values. */
function isList(schema: JsonSchema = {}): boolean {
  return schema.anyOf?.some(({ type }) => type === "array") ?? false;
}

/**
 * Combines the fields of the body with the ID in the path. An ID in the body, or a body that is not an object, becomes an
 * unknown field, so that the procedure checks permissions before it rejects the input.
 */
function withId(id: string, body: unknown): Record<string, unknown> & { id: string } {
  if (body === null || body === undefined) return { id };
  if (typeof body !== "object" || Array.isArray(body)) return { id, [NOT_AN_OBJECT]: body };
  return { ...body, ...("id" in body && { "body.id": body.id }), id };
}
