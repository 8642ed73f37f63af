import { isTier } from "@studbook/domain/plans";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { RouterContext } from "../../router.tsx";
import { currentUser } from "../auth/current-user.ts";

type Arrival<Query> = { context: RouterContext; location: ParsedLocation; search: Query };

// The document of a payment page has the provider's script in it, so no other page is shown there.
const AWAY = { reloadDocument: true } as const;

/** Lets a user who has chosen a plan pay for it (specification, section 2). */
export async function arriveAtCheckout(arrival: Arrival<{ tier?: string }>): Promise<void> {
  const { data } = arrival.context;
  if (!isTier(arrival.search.tier)) throw redirect({ to: "/signup", ...AWAY });
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) {
    throw redirect({ to: "/login", search: { next: arrival.location.href }, ...AWAY });
  }
  loadOwnDocument(arrival);
}

/**
 * Takes the client secret out of the address bar and keeps it in the history's state, where a reload
 * finds it. Whoever comes with half of the query goes to /signup (specification, section 2).
 */
export function arriveAtPayment(arrival: Arrival<{ tier?: string; client_secret?: string }>): void {
  const { tier, client_secret: clientSecret } = arrival.search;
  if (tier === undefined) throw redirect({ to: "/signup", ...AWAY });
  if (clientSecret !== undefined) {
    const to = { to: "/signup/payment", search: { tier }, state: { clientSecret } } as const;
    throw redirect({ ...to, replace: true });
  }
  if (!arrival.location.state.clientSecret) throw redirect({ to: "/signup", ...AWAY });
  loadOwnDocument(arrival);
}

/** The provider's script may run in documents alone that the server sent for these pages. */
function loadOwnDocument({ context: { settings }, location }: Arrival<object>): void {
  if (!settings.payments) throw redirect({ href: location.href, ...AWAY });
}
