import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False in the server's HTML, until the page's scripts have taken it over. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
