import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns false in the server's HTML until it is hydrated. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
