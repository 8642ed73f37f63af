import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useIsHydrated } from "../forms/use-is-hydrated.ts";
import type { CurrentUser } from "./current-user.ts";

/**
 * Returns who is signed in, and null for a guest. Undefined if that is not known, as in a document for everyone until it is
 * hydrated: the answer may arrive earlier, but what is hydrated must match the document.
 */
export function useViewer(): CurrentUser | null | undefined {
  const { viewer } = useRouteContext({ from: "__root__" });
  const { isShared } = useRouter().options.context;
  const isHydrated = useIsHydrated();
  return isShared && !isHydrated ? undefined : viewer;
}
