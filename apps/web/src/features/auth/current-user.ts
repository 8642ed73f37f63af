import type { CurrentUser } from "@studbook/domain/schemas/account";
import { queryOptions } from "@tanstack/react-query";
import { setClock } from "../../clock.ts";
import { apiKey, callQuery, type Data, type Output } from "../../trpc.ts";

export type { CurrentUser };

export const CURRENT_USER_KEY = apiKey("auth.me", undefined);

/** The signed-in user, or null for a guest. Also sets the clock of the page. */
export function currentUser(data: Data) {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    queryFn: async ({ signal }) => adoptUser(await callQuery(data, "auth.me", undefined, signal)),
  });
}

/** Sets the clock to that of the database, by which the server answered. */
export function adoptUser(me: Output<"auth.me">): Output<"auth.me"> {
  if (me) setClock(me.now);
  return me;
}
