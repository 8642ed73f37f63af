import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type CurrentUser, currentUser } from "./current-user.ts";

/** The signed-in user, for pages of signed-in users. Null only while the page is left after a sign-out. */
export function useCurrentUser(): CurrentUser | null {
  const { data } = useRouter().options.context;
  return useQuery(currentUser(data)).data ?? null;
}
