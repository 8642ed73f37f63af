import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import type { DocumentedCall } from "./documented-calls.ts";

const MORE_THAN_JSON = 70_000;
const MORE_THAN_AN_EVENT = 1_100_000;

/** Changes a good request into one that is refused, or answered with a 304. */
type Spoil = (request: InjectOptions) => InjectOptions;

const withHeader =
  (name: string, value: string): Spoil =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });

const withBody =
  (type: string, payload: string): Spoil =>
  (request) => ({ ...withHeader("content-type", type)(request), payload });

const withQuery =
  (query: string): Spoil =>
  ({ url, ...request }) => ({ ...request, url: `${url}?${query}` });

const withUnknownId =
  (path: string): Spoil =>
  (request) => ({ ...request, url: path.replace("{id}", randomUUID()) });

/** What can be wrong with any call of its kind. */
export function genericCasesOf({ method, path, operation }: DocumentedCall): Spoil[] {
  const parameters = operation.parameters ?? [];
  const [query] = parameters.filter((parameter) => parameter.in === "query");
  const size = path.includes("webhook") ? MORE_THAN_AN_EVENT : MORE_THAN_JSON;
  const isSameOrigin = JSON.stringify(operation.responses[403] ?? {}).includes("FOREIGN_ORIGIN");
  const writes = [
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
