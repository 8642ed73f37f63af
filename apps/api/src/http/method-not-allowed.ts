import { METHODS } from "node:http";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Makes the server route every method that Node parses, such as PROPFIND, so that unsupported ones get a 405. */
export function acceptEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/**
 * Collects the methods of all routes that are registered in this scope from now on. The returned function makes every
 * other method of those paths a 405 with an `Allow` header.
 */
export function collectAllowedMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name.toUpperCase());
    allowed.set(url, methods);
  });
  return () => {
    for (const [url, methods] of new Map(allowed)) refuseOthers(app, url, methods);
  };
}

/** The error for a method that a path does not support. The caller sets the `Allow` header. */
export function methodNotAllowed(allow: string): DomainError {
  return new DomainError("METHOD_NOT_ALLOWED", `This path accepts only ${allow}.`);
}

function refuseOthers(app: FastifyInstance, url: string, methods: Set<string>): void {
  const allow = [...methods].sort().join(", ");
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header("Allow", allow);
    throw methodNotAllowed(allow);
  };
  app.route({
    url: url.slice(app.prefix.length) || "/",
    method: app.supportedMethods.filter((method) => !methods.has(method)),
    // In onRequest, so that the refusal does not wait for the body.
    onRequest: refuse,
    handler: refuse,
  });
}
