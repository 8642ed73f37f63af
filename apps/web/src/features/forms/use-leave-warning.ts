import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";

/**
 * Asks before unsaved changes are left, within the site and, in the browser's own words, out of it.
 * What follows the end of a session is not asked about: `endSession` passes by every blocker.
 */
export function useLeaveWarning(hasChanges: () => boolean) {
  const isReleased = useRef(false);
  const shouldAsk = () => !isReleased.current && hasChanges();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => shouldAsk() && current.pathname !== next.pathname,
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
