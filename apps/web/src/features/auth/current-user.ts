import { queryOptions } from "@tanstack/react-query";
import type { Data, Outputs } from "../../trpc.ts";

export type CurrentUser = NonNullable<Outputs["auth"]["me"]>;

/** Where the kept answers hold who is signed in. */
export const CURRENT_USER_KEY = ["auth", "me"];

/** Who is signed in; null for a guest. The server sends it with every page. */
export function currentUser({ getClient }: Data) {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    queryFn: async (): Promise<CurrentUser | null> => (await getClient()).auth.me.query(),
  });
}
