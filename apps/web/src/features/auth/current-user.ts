import { apiKey, apiQuery, type Data, type Outputs } from "../../trpc.ts";

export type CurrentUser = NonNullable<Outputs["auth"]["me"]>;

export const CURRENT_USER_KEY = apiKey("auth.me", undefined);

/** The signed-in user, or null for a guest. The server sends it with every page. */
export function currentUser(data: Data) {
  return apiQuery(data, "auth.me", undefined);
}
