import type { SearchPage, SearchTexts } from "@studbook/domain/pages";
import { isTier } from "@studbook/domain/plans";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { RouterContext } from "../../router.tsx";
import { currentUser } from "../auth/current-user.ts";
import { storeSecret, takeStoredSecret } from "./stored-secret.ts";

type Place = { context: RouterContext; location: ParsedLocation };
type Arrival<P extends SearchPage> = Place & { search: SearchTexts<P> };

// The document of a payment page has the provider's script in it, so no other page is shown there.
const AWAY = { reloadDocument: true } as const;

/** Lets a user who has chosen a plan pay for it (specification, section 2). */
export async function arriveAtCheckout(arrival: Arrival<"/checkout">): Promise<void> {
  const { data } = arrival.context;
  if (!isTier(arrival.search.tier)) throw redirect({ to: "/signup", ...AWAY });
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) {
    throw redirect({ to: "/login", search: { next: arrival.location.href }, ...AWAY });
  }
  loadOwnDocument(arrival);
}

/**
 * Takes the client secret out of the address bar and keeps it in the history's state, where a reload finds
 * it. An address with half of the query leads to /signup (specification, section 2). A guest signs in first
 * and comes back with the secret; only the page itself can tell whose intent it is.
 */
export async function arriveAtPayment(arrival: Arrival<"/signup/payment">): Promise<void> {
  const { data, settings } = arrival.context;
  const { tier, client_secret: brought } = arrival.search;
  if (tier === undefined) throw redirect({ to: "/signup", ...AWAY });
  const here = { to: "/signup/payment", search: { tier } } as const;
  const held = arrival.location.state.clientSecret;
  const clientSecret = brought ?? held ?? takeStoredSecret();
  if (!clientSecret) throw redirect({ to: "/signup", ...AWAY });
  if (brought !== undefined || held === undefined) {
    throw redirect({ ...here, state: { clientSecret }, replace: true });
  }
  if (!settings.payments) {
    storeSecret(clientSecret);
    throw redirect({ ...here, ...AWAY });
  }
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) {
    storeSecret(clientSecret);
    throw redirect({ to: "/login", search: { next: arrival.location.href }, ...AWAY });
  }
}

/** The provider's script may run only in documents that the server sent for these pages. */
function loadOwnDocument({ context: { settings }, location }: Place): void {
  if (!settings.payments) throw redirect({ href: location.href, ...AWAY });
}
