import { z } from "@studbook/domain/schemas/z";
import { appRouter } from "../router.ts";
import type { Call } from "./call.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import { describeRefusals, listErrors } from "./refusals.ts";
import { type SchemaPool, takeProperty, toSchema } from "./schemas.ts";
import type {
  ApiResponse,
  JsonSchema,
  Method,
  Operation,
  Parameter,
  RequestBody,
} from "./types.ts";

/** A route under /api and what it says of itself. */
export type DescribedRoute = { method: Method; path: string; call: Call };

/** Who may call: as whom one has to be signed in, if at all. */
const ACCESS = {
  anyone: [{}, { session: [] }],
  member: [{ session: [] }],
  admin: [{ session: ["admin"] }],
};

const WHO = {
  anyone: "For everyone.",
  member: "For whoever is signed in.",
  admin: "For admins.",
};

/** One operation of the document. What it takes and gives is read off the procedure that does it. */
export function describeOperation(route: DescribedRoute, pool: SchemaPool): Operation {
  const { method, path, call } = route;
  const isWrite = method !== "get";
  const whole = inputOf(call, pool);
  const ids = path.includes("{id}") ? [idParameter(call)] : [];
  const input = ids.length > 0 ? takeProperty(whole, "id").rest : whole;
  const query = isWrite ? [] : queryParameters(input);
  const requestBody = isWrite ? (call.body ?? jsonBody(input, call.example)) : undefined;
  const parameters = [...ids, ...query, ...(call.parameters ?? []), ...revalidation(call)];
  const codes = listErrors(call, { isWrite, hasInput: isWrite || query.length > 0 });
  return {
    operationId: call.id,
    tags: [call.tag],
    summary: call.summary,
    description: [WHO[call.who], call.description].filter(Boolean).join(" "),
    security: ACCESS[call.who],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...success(call, pool), ...describeRefusals(codes) },
  };
}

// Typed as a tree, but all procedures stand beside each other.
const procedures: Map<string, unknown> = new Map(Object.entries(appRouter._def.procedures));

function procedureOf({ id }: Call): { inputs: unknown[]; output: unknown } | undefined {
  const procedure = procedures.get(id);
  if (typeof procedure !== "function" || !("_def" in procedure)) return undefined;
  return Procedure.parse(procedure._def);
}

const Procedure = z.object({ inputs: z.array(z.unknown()), output: z.unknown() });

function inputOf(call: Call, pool: SchemaPool): JsonSchema {
  const schema = call.input ?? procedureOf(call)?.inputs.at(-1);
  return schema instanceof z.ZodType ? toSchema(schema, "input", pool) : { type: "object" };
}

function idParameter({ tag }: Call): Parameter {
  const description = `The id of ${tag === "Admin" ? "a user" : "an ad"}; a malformed one is a 404.`;
  return { name: "id", in: "path", required: true, description, schema: uuid };
}

const uuid: JsonSchema = { type: "string", format: "uuid" };

function queryParameters({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    schema,
  }));
}

function jsonBody(schema: JsonSchema, example: unknown): RequestBody {
  const isNeeded = Object.keys(schema.properties ?? {}).length > 0;
  const content = { "application/json": { schema, ...(isNeeded && { example }) } };
  return { required: isNeeded, content };
}

function revalidation({ isRevalidated }: Call): Parameter[] {
  if (!isRevalidated) return [];
  const description = "The ETag of an answer you have: a 304 says that it is still right.";
  return [{ name: "If-None-Match", in: "header", description, schema: { type: "string" } }];
}

function success(call: Call, pool: SchemaPool): Record<string, ApiResponse> {
  const { status = 200, description, type = "application/json", example } = call.answer;
  const headers: HeaderName[] = [
    ...(call.answer.headers ?? []),
    ...(call.isPaged ? (["X-Total-Count", "Link"] as const) : []),
    ...(call.isRevalidated ? (["ETag", "Vary"] as const) : []),
  ];
  const content = { [type]: { schema: outputOf(call, pool), example } };
  return {
    [status]: { description, headers: headersOf(headers), content },
    ...(call.isRevalidated && {
      304: { description: "What you have is still right.", headers: headersOf(headers) },
    }),
  };
}

function outputOf(call: Call, pool: SchemaPool): JsonSchema {
  const schema = call.output ?? procedureOf(call)?.output;
  if (!(schema instanceof z.ZodType)) throw new Error(`${call.id} does not say what it answers`);
  const whole = toSchema(schema, "output", pool);
  if (!call.isPaged) return whole;
  const { taken } = takeProperty(whole, "items");
  if (!taken) throw new Error(`${call.id} has no items`);
  return taken;
}
