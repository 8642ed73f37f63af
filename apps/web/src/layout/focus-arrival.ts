type Arrival = {
  main: HTMLElement;
  /** What had the focus when the page changed. If another element has it by now, the visitor has moved it. */
  focused: Element | null;
  /** The path that the visitor returns from with Back. */
  returnsFrom: string | undefined;
  signal: AbortSignal;
};

/**
 * Focuses the heading of a page, or its news (`data-news`), as soon as it is visible, because the previous page may still be
 * hidden in its place. After Back, it focuses the link to the page that the visitor returns from, such as a card in a list,
 * as soon as there is one: the first without `data-second-link`.
 */
export function focusArrival({ main, focused, returnsFrom, signal }: Arrival): void {
  let place = focused;
  const isMoved = () =>
    signal.aborted || ![place, document.body, null].includes(document.activeElement);
  const focus = (element: HTMLElement) => {
    element.focus({ preventScroll: true });
    place = document.activeElement;
  };
  /** Returns whether there is nothing left to wait for. */
  const focusNext = (): boolean => {
    if (isMoved()) return true;
    const links = main.querySelectorAll<HTMLAnchorElement>("a:not([data-second-link])");
    const link = findShown(links, ({ pathname }) => pathname === returnsFrom);
    const news = findShown(main.querySelectorAll<HTMLElement>("[data-news]"));
    const heading = news ?? findShown(main.querySelectorAll("h1"));
    heading?.setAttribute("tabindex", "-1");
    const next = link ?? heading ?? main;
    if (next !== place) focus(next);
    return next === link || (next === heading && returnsFrom === undefined);
  };
  if (focusNext()) return;
  const observer = new MutationObserver(() => focusNext() && observer.disconnect());
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ["style"] });
  signal.addEventListener("abort", () => observer.disconnect());
}

function findShown<Found extends HTMLElement>(
  elements: NodeListOf<Found>,
  matches: (element: Found) => boolean = () => true,
): Found | undefined {
  return [...elements].find((element) => matches(element) && element.getClientRects().length > 0);
}
