import type { FastifyInstance } from "fastify";
import type { DescribedRoute } from "./operation.ts";
import { METHODS } from "./types.ts";

/** Collects the descriptions of all routes that are registered in this scope from now on. */
export function collectDescribedRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook("onRoute", ({ url, method, config }) => {
    const known = METHODS.find((name) => name === String(method).toLowerCase());
    const path = url.replace(/:(\w+)/g, "{$1}");
    if (known && config?.call) routes.push({ method: known, path, call: config.call });
  });
  return routes;
}
