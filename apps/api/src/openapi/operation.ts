import { DomainError } from "@studbook/domain/errors";
import type { z } from "@studbook/domain/schemas/z";
import { describeError } from "../errors.ts";
import type { Call, SpecialCall } from "./call.ts";
import { describeErrorResponses, listErrors } from "./error-responses.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import { getProcedure } from "./procedures.ts";
import { type SchemaPool, takeProperty, toSchema } from "./schemas.ts";
import type {
  ApiResponse,
  JsonSchema,
  Method,
  Operation,
  Parameter,
  RequestBody,
} from "./types.ts";

/** A route under /api with its description. */
export type DescribedRoute = { method: Method; path: string; call: Call };

/** The security requirements of each kind of caller: the cookie of a site with HTTPS, or of one without it. */
const ACCESS = {
  anyone: [{}, { session: [] }, { sessionOverHttp: [] }],
  member: [{ session: [] }, { sessionOverHttp: [] }],
  admin: [{ session: ["admin"] }, { sessionOverHttp: ["admin"] }],
};

const WHO = {
  anyone: "No sign-in required.",
  member: "Requires a signed-in user.",
  admin: "Requires an admin.",
};

/** Describes one operation of the document. Input and output come from the schemas of its procedure. */
export function describeOperation(route: DescribedRoute, pool: SchemaPool): Operation {
  const { method, path, call } = route;
  const { id, who, input: schema, output } = definitionOf(call);
  const isWrite = method !== "get";
  const whole: JsonSchema = schema ? toSchema(schema, "input", pool) : { type: "object" };
  const ids = path.includes("{id}") ? [idParameter(call)] : [];
  const input = ids.length > 0 ? takeProperty(whole, "id").rest : whole;
  const query = isWrite ? [] : queryParameters(input);
  const requestBody = isWrite ? (bodyOf(call) ?? jsonBody(input, call.example)) : undefined;
  const parameters = [...ids, ...query, ...headerParametersOf(call)];
  const hasInput = isWrite || query.length > 0;
  const incomplete = ids.length === 0 ? refuseIncomplete(call, schema) : undefined;
  const badInput = hasInput ? (incomplete ?? "BAD_REQUEST") : undefined;
  const errors = listErrors(call, { who, isWrite, badInput });
  return {
    operationId: id,
    tags: [call.tag],
    summary: call.summary,
    description: [WHO[who], call.description].filter(Boolean).join(" "),
    security: ACCESS[who],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...success(call, toSchema(output, "output", pool)),
      ...describeErrorResponses(errors),
    },
  };
}

/** The ID, caller and schemas of a call, from its procedure or its own description. */
function definitionOf(call: Call): Pick<SpecialCall, "id" | "who" | "input" | "output"> {
  if (!("procedure" in call)) return call;
  const { who, input, output } = getProcedure(call.procedure);
  return { id: call.procedure, who, output, ...(input && { input }) };
}

/** Returns the error for the example of a call without its first field, unless that is valid. */
function refuseIncomplete({ example }: Call, schema?: z.ZodType): DomainError | undefined {
  if (!schema || typeof example !== "object" || example === null) return undefined;
  const { error } = schema.safeParse(Object.fromEntries(Object.entries(example).slice(1)));
  if (!error) return undefined;
  const { message, issues } = describeError(error);
  return new DomainError("BAD_REQUEST", message, { issues });
}

function bodyOf(call: Call): RequestBody | undefined {
  return "body" in call ? call.body : undefined;
}

function idParameter({ tag }: Call): Parameter {
  const description = `The id of the ${tag === "Admin" ? "user" : "ad"}. A malformed id returns a 404.`;
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
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const content = { "application/json": { schema, ...(hasFields && { example }) } };
  return { required: hasFields, content };
}

function headerParametersOf(call: Call): readonly Parameter[] {
  if (!("procedure" in call)) return call.parameters ?? [];
  if (!call.isRevalidated) return [];
  const description =
    "The ETag of a stored response. Returns a 304 if that response is still current.";
  return [{ name: "If-None-Match", in: "header", description, schema: { type: "string" } }];
}

function success(call: Call, output: JsonSchema): Record<string, ApiResponse> {
  const { isPaged, isRevalidated } = "procedure" in call ? call : {};
  const isOpen = "procedure" in call && getProcedure(call.procedure).isOpen;
  const { status = 200, description, type = "application/json", example } = call.response;
  const headers: HeaderName[] = [
    ...(call.response.headers ?? []),
    ...(call.response.location ? (["Location"] as const) : []),
    ...(isPaged ? (["X-Total-Count", "Link"] as const) : []),
    ...(isRevalidated ? (["ETag", "Vary"] as const) : []),
    ...(isOpen ? (["Access-Control-Allow-Origin"] as const) : []),
  ];
  const content = { [type]: { schema: isPaged ? itemsOf(output) : output, example } };
  return {
    [status]: { description, headers: headersOf(headers), content },
    ...(isRevalidated && {
      304: { description: "The stored response is still current.", headers: headersOf(headers) },
    }),
  };
}

function itemsOf(page: JsonSchema): JsonSchema {
  const { taken } = takeProperty(page, "items");
  if (!taken) throw new Error("A paged call has no items");
  return taken;
}
