import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False in the server's HTML, until it is hydrated. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
