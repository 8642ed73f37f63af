import type { Settings } from "@studbook/api/page-contract";
import { createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { formatQuery, parseQuery } from "./address.ts";
import { ErrorPage } from "./layout/error-page.tsx";
import { routeTree } from "./routeTree.gen.ts";
import type { Data } from "./trpc.ts";

const PageNotFound = lazyRouteComponent(
  () => import("./layout/page-not-found.tsx"),
  "PageNotFound",
);

/** What every route's loader and head can use. */
export type RouterContext = { data: Data; settings: Settings };

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    search: { strict: true },
    parseSearch: parseQuery,
    stringifySearch: formatQuery,
    trailingSlash: "never",
    caseSensitive: true,
    // On the server it would emit an inline script, which the content security policy refuses.
    scrollRestoration: typeof document !== "undefined",
    notFoundMode: "root",
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: PageNotFound,
  });
}

export type AppRouterInstance = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouterInstance;
  }
  interface HistoryState {
    /** The page before this one is the search whose result was opened. */
    fromSearch?: boolean;
    /** The second step of a signup, which Back leaves for the first. */
    atMembershipStep?: boolean;
    /** What the link of a mail brought, taken out of the address bar. */
    linkToken?: string;
    /** The home page on the way out of a session. */
    isSigningOut?: boolean;
    /** Of the intent that /signup/payment is to pay. */
    clientSecret?: string;
  }
}
