import { type RefObject, useEffect, useRef } from "react";

/**
 * Restores the focus when an action replaces or removes the button that started it: to the button that is now in
 * `container`, or to the page's heading if the container itself is gone. Call the result when the action is done.
 */
export function useFocusAfterAction(
  container: RefObject<HTMLElement | null>,
  state: unknown,
): () => void {
  const isDone = useRef(false);
  const stateBefore = useRef(state);
  useEffect(() => {
    if (!isDone.current || stateBefore.current === state) return;
    isDone.current = false;
    if (hasNoFocus()) container.current?.querySelector("button")?.focus();
  }, [container, state]);
  useEffect(
    () => () => {
      if (!isDone.current) return;
      queueMicrotask(() => {
        if (!hasNoFocus()) return;
        const heading = document.querySelector<HTMLElement>("main h1");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus();
      });
    },
    [],
  );
  return () => {
    isDone.current = true;
    stateBefore.current = state;
  };
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
