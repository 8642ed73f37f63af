import { type RefObject, useEffect } from "react";

type Leave = { by: "escape" | "elsewhere" };

/**
 * While the menu is open, keeps the focus of Tab inside `area`. Calls `onLeave` when Escape is pressed, a link in it
 * is followed, or a click or the focus lands outside.
 */
export function useOpenMenu(
  area: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onLeave: (leave: Leave) => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const options = { signal: stop.signal };

    const leaveOutside = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) onLeave({ by: "elsewhere" });
    };
    document.addEventListener("focusin", leaveOutside, options);
    document.addEventListener("pointerdown", leaveOutside, options);
    area.current?.addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.closest("a")) onLeave({ by: "elsewhere" });
      },
      options,
    );
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") onLeave({ by: "escape" });
        if (event.key === "Tab") keepInside(area.current, event);
      },
      options,
    );
    return () => stop.abort();
  }, [area, isOpen, onLeave]);
}

/** Wraps Tab from the last element to the first, and Shift+Tab from the first to the last. */
function keepInside(area: HTMLElement | null, event: KeyboardEvent) {
  const stops = [...(area?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  const shown = stops.filter((stop) => stop.checkVisibility());
  const ends = [shown.at(0), shown.at(-1)];
  const [from, to] = event.shiftKey ? ends : ends.reverse();
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
