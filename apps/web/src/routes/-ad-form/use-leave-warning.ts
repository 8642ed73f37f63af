import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

/**
 * Asks before unsaved changes are left, within the site and, in the browser's own words, out of it.
 * Not on the way to /login, where only a session leads that has ended.
 */
export function useLeaveWarning(isDirty: boolean) {
  const isReleased = useRef(false);
  const shouldAsk = () => isDirty && !isReleased.current;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      shouldAsk() && current.pathname !== next.pathname && next.pathname !== "/login",
    enableBeforeUnload: shouldAsk,
    withResolver: true,
  });
  return {
    blocker,
    /** There is nothing to lose any more. */
    release(): void {
      isReleased.current = true;
    },
  };
}
