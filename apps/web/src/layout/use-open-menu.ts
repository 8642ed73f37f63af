import { type RefObject, useEffect } from "react";

type Leave = { by: "escape" | "elsewhere" };

/**
 * While the menu is open: keeps Tab inside `area`, and calls `onLeave` when Escape is pressed, a link
 * in it is followed, or a press or the focus lands outside.
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

/** From the last stop Tab goes on to the first, and Shift+Tab back from the first to the last. */
function keepInside(area: HTMLElement | null, event: KeyboardEvent) {
  const stops = [...(area?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  const shown = stops.filter((stop) => stop.checkVisibility());
  const ends = [shown.at(0), shown.at(-1)];
  const [from, to] = event.shiftKey ? ends : ends.reverse();
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
