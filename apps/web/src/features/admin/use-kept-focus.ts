import { type RefObject, useEffect, useRef } from "react";

/**
 * For a button that is replaced by another once its action shows. The new button gets the focus, or the page's
 * heading if the whole card has left the list. Call the result when the action is done.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, state: unknown): () => void {
  const isDone = useRef(false);
  const stateThen = useRef(state);
  useEffect(() => {
    if (!isDone.current || stateThen.current === state) return;
    isDone.current = false;
    if (hasNoFocus()) place.current?.querySelector("button")?.focus();
  }, [place, state]);
  useEffect(
    () => () => {
      if (!isDone.current) return;
      queueMicrotask(() => {
        if (hasNoFocus()) document.querySelector<HTMLElement>("main h1")?.focus();
      });
    },
    [],
  );
  return () => {
    isDone.current = true;
    stateThen.current = state;
  };
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
