import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type CurrentUser, currentUser } from "./current-user.ts";

/** Who is signed in, on a page that only those who are can see; null for the moment it is left in. */
export function useCurrentUser(): CurrentUser | null {
  const { data } = useRouter().options.context;
  return useQuery(currentUser(data)).data ?? null;
}
