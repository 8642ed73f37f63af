import type { SearchPage, SearchTexts } from "@studbook/domain/pages";
import { isTier } from "@studbook/domain/plans";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { RouterContext } from "../../router-context.ts";
import { currentUser } from "../auth/current-user.ts";
import { storeSecret, takeStoredSecret } from "./stored-secret.ts";

type PageArrival = { context: RouterContext; location: ParsedLocation };
type Arrival<P extends SearchPage> = PageArrival & { search: SearchTexts<P> };

// The document of a payment page contains Stripe's script, so other pages are loaded as new documents.
const NEW_DOCUMENT = { reloadDocument: true } as const;

/** Requires a plan, a signed-in user and a document of a payment page (specification, section 2). */
export async function guardCheckout(arrival: Arrival<"/checkout">): Promise<void> {
  const { data } = arrival.context;
  if (!isTier(arrival.search.tier)) throw redirect({ to: "/signup", ...NEW_DOCUMENT });
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) {
    throw redirect({ to: "/login", search: { next: arrival.location.href }, ...NEW_DOCUMENT });
  }
  requirePaymentDocument(arrival);
}

/**
 * Moves the client secret from the address bar to the history's state, where a reload finds it. Redirects to /signup if
 * a parameter is missing (specification, section 2). A guest signs in first and returns with the secret. The page itself
 * checks whose intent it is. The server renders only the page's frame, because it does not see the history's state.
 */
export async function guardSignupPayment(arrival: Arrival<"/signup/payment">): Promise<void> {
  const { data, settings } = arrival.context;
  const { tier, client_secret: given } = arrival.search;
  if (tier === undefined) throw redirect({ to: "/signup", ...NEW_DOCUMENT });
  if (import.meta.env.SSR) return;
  const here = { to: "/signup/payment", search: { tier } } as const;
  const stored = arrival.location.state.clientSecret;
  const clientSecret = given ?? stored ?? takeStoredSecret();
  if (!clientSecret) throw redirect({ to: "/signup", ...NEW_DOCUMENT });
  if (given !== undefined || stored === undefined) {
    throw redirect({ ...here, state: { clientSecret }, replace: true });
  }
  if (!settings.payments) {
    storeSecret(clientSecret);
    throw redirect({ ...here, ...NEW_DOCUMENT });
  }
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) {
    storeSecret(clientSecret);
    throw redirect({ to: "/login", search: { next: arrival.location.href }, ...NEW_DOCUMENT });
  }
}

/** Stripe's script may run only in documents that the server sent for payment pages. */
function requirePaymentDocument({ context: { settings }, location }: PageArrival): void {
  if (!settings.payments) throw redirect({ href: location.href, ...NEW_DOCUMENT });
}
