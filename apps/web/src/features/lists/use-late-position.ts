import { useElementScrollRestoration } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

const WINDOW = { getElement: () => window };

/**
 * Restores the scroll position of a list that is shown again before it has loaded completely. The router has tried to
 * when the list was too short.
 */
export function useLatePosition(isComplete: boolean): void {
  const position = useElementScrollRestoration(WINDOW);
  const isLate = useRef(!isComplete);
  useEffect(() => {
    if (!isLate.current || !isComplete) return;
    isLate.current = false;
    if (position) window.scrollTo(position.scrollX, position.scrollY);
  }, [isComplete, position]);
}
