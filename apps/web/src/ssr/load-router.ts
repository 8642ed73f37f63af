import { createMemoryHistory, type RegisteredRouter } from "@tanstack/react-router";
import { getNormalizedURL } from "@tanstack/react-router/ssr/server";
import { createAppRouter } from "../router.tsx";
import type { RouterContext } from "../router-context.ts";

/**
 * Creates the router of a request and runs the loaders of its page. The router's own request handler would also serialize what
 * no document contains, and answer with streams.
 */
export async function loadRouter(
  address: string,
  context: RouterContext,
): Promise<RegisteredRouter> {
  const { origin } = context.settings;
  const router = createAppRouter(context);
  const { url } = getNormalizedURL(address, origin);
  const entry = url.href.slice(url.origin.length);
  router.update({ history: createMemoryHistory({ initialEntries: [entry] }), origin, context });
  await router.load();
  return router;
}

/** Returns where a loaded page redirects to, if it does. */
export function findRedirect({ _serverResult: result }: RegisteredRouter): string | undefined {
  if (result?.type !== "redirect") return undefined;
  return result.redirect.headers.get("Location") ?? undefined;
}
