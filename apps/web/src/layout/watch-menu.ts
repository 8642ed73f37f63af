/**
 * Keeps the focus of Tab inside `area`, the header with the open menu. Calls `close` when Escape is pressed, a link in it
 * is followed, which both focus the menu's button, or a click lands outside.
 */
export function watchMenu(area: HTMLElement, close: () => void, signal: AbortSignal): void {
  const options = { signal };
  const leave = () => {
    close();
    area.querySelector<HTMLElement>("[aria-expanded]")?.focus();
  };
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (target instanceof Node && !area.contains(target)) close();
    },
    options,
  );
  area.addEventListener(
    "click",
    ({ target }) => {
      if (target instanceof Element && target.closest("a")) leave();
    },
    options,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab") keepInside(area, event);
      if (event.key === "Escape") leave();
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
