import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * For payment pages: loads the next page as a new document, because a content security policy applies to a whole
 * document.
 */
export function useDocumentNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ pathChanged, toLocation }) => {
        if (pathChanged) location.assign(toLocation.href);
      }),
    [router],
  );
}
