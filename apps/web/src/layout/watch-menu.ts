type Leave = { by: "escape" | "elsewhere" };

/**
 * Keeps the focus of Tab inside `area`, the header with the open menu. Calls `onLeave` when Escape is pressed, a link in
 * it is followed, or a click or the focus lands outside.
 */
export function watchMenu(
  area: HTMLElement,
  onLeave: (leave: Leave) => void,
  signal: AbortSignal,
): void {
  const options = { signal };
  const leaveOutside = ({ target }: Event) => {
    if (target instanceof Node && !area.contains(target)) onLeave({ by: "elsewhere" });
  };
  document.addEventListener("focusin", leaveOutside, options);
  document.addEventListener("pointerdown", leaveOutside, options);
  area.addEventListener(
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
      if (event.key === "Tab") keepInside(area, event);
    },
    options,
  );
}

/** Wraps Tab from the last element to the first, and Shift+Tab from the first to the last. */
function keepInside(area: HTMLElement, event: KeyboardEvent) {
  const stops = [...area.querySelectorAll<HTMLElement>("a, button")];
  const shown = stops.filter((stop) => stop.checkVisibility());
  const ends = [shown.at(0), shown.at(-1)];
  const [from, to] = event.shiftKey ? ends : ends.reverse();
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
