import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type CurrentUser, currentUser } from "./current-user.ts";

/** The signed-in user, on a page of signed-in users; null while the page is left after a sign-out. */
export function useCurrentUser(): CurrentUser | null {
  const { data } = useRouter().options.context;
  return useQuery(currentUser(data)).data ?? null;
}
