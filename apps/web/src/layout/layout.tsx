import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { NavLinksProps } from "./nav-links.tsx";

export function Layout({ children, ...links }: NavLinksProps & { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#main"
        className="absolute left-4 z-30 -translate-y-20 rounded-b-md bg-loden px-5 py-3 font-semibold text-on-loden focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header {...links} />
      <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

/** Focuses the heading after a navigation to another page, but not on the first page or when only filters change. */
function useFocusOnArrival(main: { current: HTMLElement | null }) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    const isArrival = shownPath.current !== undefined && shownPath.current !== path;
    shownPath.current = path;
    if (!isArrival) return;
    const { current: place } = main;
    if (!place || focusHeading(place)) return;
    // The previous page is already hidden, and the new one is still loading.
    place.focus({ preventScroll: true });
    const observer = new MutationObserver(() => focusHeading(place) && observer.disconnect());
    observer.observe(place, { childList: true, subtree: true, attributeFilter: ["style"] });
    return () => observer.disconnect();
  }, [main, path]);
}

/** Returns whether there was a visible heading. */
function focusHeading(place: HTMLElement): boolean {
  const headings = [...place.querySelectorAll("h1")];
  const shown = headings.find((heading) => heading.getClientRects().length > 0);
  shown?.setAttribute("tabindex", "-1");
  shown?.focus({ preventScroll: true });
  return shown !== undefined;
}
