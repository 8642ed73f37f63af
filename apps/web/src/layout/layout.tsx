import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { announceHydration } from "../features/forms/early-input.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { NavLinksProps } from "./nav-links.tsx";

export function Layout({ children, ...links }: NavLinksProps & { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  useEffect(announceHydration, []);
  const { isMainOnly } = useRouter().options.context;
  const content = (
    <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
  );
  // At the same place among as many children, so that `useId` returns the same.
  if (import.meta.env.SSR && isMainOnly) {
    return (
      <>
        {null}
        {null}
        {content}
        {null}
      </>
    );
  }
  return (
    <div className="flex min-h-screen flex-col print:block print:min-h-0">
      <a
        href="#main"
        className="absolute left-4 z-30 -translate-y-20 print:hidden rounded-b-md bg-loden px-5 py-3 font-semibold text-on-loden focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header {...links} />
      {content}
      <Footer />
    </div>
  );
}

/**
 * Focuses the heading after a navigation to another page, or after Back the link that led to it. Does nothing on the first
 * page or when only filters change.
 */
function useFocusOnArrival(main: { current: HTMLElement | null }) {
  const router = useRouter();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(router.state.resolvedLocation);
  useEffect(() => {
    const from = shown.current;
    const to = router.state.resolvedLocation;
    shown.current = to;
    if (!main.current || !from || !to || from.pathname === path) return;
    const isBack = to.state.__TSR_index < from.state.__TSR_index;
    const stop = new AbortController();
    const arrival = {
      main: main.current,
      focused: document.activeElement,
      returnsFrom: isBack ? from.pathname : undefined,
      signal: stop.signal,
    };
    // Loaded with the first navigation. If it cannot be loaded, neither can most pages, which then say so.
    import("./focus-arrival.ts").then(
      ({ focusArrival }) => focusArrival(arrival),
      () => undefined,
    );
    return () => stop.abort();
  }, [main, path, router]);
}
