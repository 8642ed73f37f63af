import { useRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { CURRENT_USER_KEY, type CurrentUser } from "./current-user.ts";

/**
 * Returns who is signed in, and null for a guest. Undefined if that is not known, as in a document for everyone until it is
 * hydrated: the answer may arrive earlier, but what is hydrated must match the document.
 */
export function useViewer(): CurrentUser | null | undefined {
  const { data, isShared } = useRouter().options.context;
  const { queryClient } = data;
  const read = () => queryClient.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  return useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    read,
    () => (isShared ? undefined : read()),
  );
}
