import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import type { Operation } from "../../src/openapi/types.ts";
import type { DocumentedCall } from "./documented-calls.ts";

const OVER_JSON_LIMIT = 70_000;
const OVER_EVENT_LIMIT = 1_100_000;

/** Changes an accepted request into one that is refused or gets a 304. */
type Change = (request: InjectOptions) => InjectOptions;

const withHeader =
  (name: string, value: string): Change =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });

const withBody =
  (type: string, payload: string): Change =>
  (request) => ({ ...withHeader("content-type", type)(request), payload });

/** Sends the documented example without its first field. */
const withIncompleteExample = ({ requestBody }: Operation): Change[] => {
  const example: unknown = requestBody?.content["application/json"]?.example;
  const fields = Object.entries(example ?? {}).slice(1);
  return example === undefined
    ? []
    : [withBody("application/json", JSON.stringify(Object.fromEntries(fields)))];
};

const withQuery =
  (query: string): Change =>
  ({ url, ...request }) => ({ ...request, url: `${url}?${query}` });

const withUnknownId =
  (path: string): Change =>
  (request) => ({ ...request, url: path.replace("{id}", randomUUID()) });

/** Returns the errors that any call of this kind can have. */
export function genericCasesOf({ method, path, operation }: DocumentedCall): Change[] {
  const parameters = operation.parameters ?? [];
  const query = parameters.find((parameter) => parameter.in === "query" && !parameter.schema.anyOf);
  const size = path.includes("webhook") ? OVER_EVENT_LIMIT : OVER_JSON_LIMIT;
  const isSameOrigin = JSON.stringify(operation.responses[403] ?? {}).includes("FOREIGN_ORIGIN");
  const writes = [
    ...withIncompleteExample(operation),
    withBody("application/json", "{"),
    withBody("application/xml", "<a/>"),
    withBody("application/json", JSON.stringify({ text: "x".repeat(size) })),
  ];
  return [
    ...(isSameOrigin ? [withHeader("sec-fetch-site", "cross-site")] : []),
    ...(method === "get" ? [] : writes),
    ...(path.includes("{id}") ? [withUnknownId(path)] : []),
    ...(query ? [withQuery(`${query.name}=a&${query.name}=a`)] : []),
    ...(operation.responses[304] ? [withHeader("if-none-match", "*")] : []),
  ];
}
