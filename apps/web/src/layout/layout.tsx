import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shownPath = useRef(path);

  useEffect(() => {
    if (shownPath.current !== undefined && shownPath.current !== path) {
      main.current?.focus({ preventScroll: true });
    }
    shownPath.current = path;
  }, [path]);

  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#main"
        className="absolute left-4 z-30 -translate-y-20 rounded-b-md bg-loden px-5 py-3 font-semibold text-on-loden focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
