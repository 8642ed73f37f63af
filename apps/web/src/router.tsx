import { createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { formatQuery, parseQuery } from "./address.ts";
import type { PublishedAd } from "./features/ads/published-ad.ts";
import { isHydrated } from "./features/forms/early-input.ts";
import { ErrorPage } from "./layout/error-page.tsx";
import type { RouterContext } from "./router-context.ts";
import { routeTree } from "./routeTree.gen.ts";

const PageNotFound = lazyRouteComponent(
  () => import("./layout/page-not-found.tsx"),
  "PageNotFound",
);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    search: { strict: true },
    parseSearch: parseQuery,
    stringifySearch: formatQuery,
    trailingSlash: "never",
    caseSensitive: true,
    // On the server this would emit an inline script, which the content security policy blocks.
    scrollRestoration: typeof document !== "undefined" && mayRestoreScroll,
    notFoundMode: "root",
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: PageNotFound,
  });
}

/** Whoever has scrolled before the page was hydrated stays there. */
function mayRestoreScroll(): boolean {
  return isHydrated() || scrollY === 0;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** This ad was opened from search results, so Back returns to them. */
    fromSearch?: boolean;
    /** The photos of the ad are shown on the full screen, from this one on. Back closes them. */
    fullPhoto?: number;
    /** This form was opened from My Ads, so saving and canceling return there. */
    fromMyAds?: boolean;
    /** The second step of a signup, so Back returns to the first. */
    atMembershipStep?: boolean;
    /** The token of an email link, removed from the address bar. */
    linkToken?: string;
    /** The navigation to the home page that is part of signing out. */
    isSigningOut?: boolean;
    /** The listing that was just created, which My Ads announces. */
    publishedAd?: PublishedAd;
    /** The client secret of the intent that /signup/payment pays. */
    clientSecret?: string;
  }
}
