import { METHODS } from "node:http";
import { DomainError } from "@studbook/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Lets the server route every method that Node reads, such as PROPFIND, so that each can be refused. */
export function acceptEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/**
 * Notes the routes that are registered from now on in this scope. Calling what it returns makes every
 * other method of their paths a 405 that says what is allowed.
 */
export function collectMethods(app: FastifyInstance): () => void {
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

/** The refusal of a method; the caller sets `Allow`. */
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
    // Before a body is waited for.
    onRequest: refuse,
    handler: refuse,
  });
}
