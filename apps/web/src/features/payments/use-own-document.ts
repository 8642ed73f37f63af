import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Pages that take payments are documents of their own, since a policy belongs to a document: whoever
 * leaves one loads the next page as a document too.
 */
export function useOwnDocument(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ pathChanged, toLocation }) => {
        if (pathChanged) location.assign(toLocation.href);
      }),
    [router],
  );
}
