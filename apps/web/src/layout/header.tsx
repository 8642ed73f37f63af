import { buttonClass } from "@studbook/ui/button";
import { Logo } from "@studbook/ui/logo";
import { Link, useRouterState } from "@tanstack/react-router";
import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { NavLinks, type NavLinksProps } from "./nav-links.tsx";
import { pageWidth } from "./page-width.ts";

/** The header of every page. On narrow screens its links are in a menu that opens below it. */
export function Header({ startsOpen, ...links }: NavLinksProps & { startsOpen?: boolean }) {
  const address = useRouterState({ select: ({ location }) => location.href });
  const [openAt, setOpenAt] = useState(startsOpen && address);
  const isOpen = openAt === address;
  const header = useRef<HTMLElement>(null);
  const menuId = useId();
  useEffect(() => {
    const { current: area } = header;
    if (!isOpen || !area) return;
    const stop = new AbortController();
    const close = () => setOpenAt(undefined);
    document.addEventListener(
      "focusin",
      () => {
        if (!area.contains(document.activeElement)) close();
      },
      stop,
    );
    // Loaded when it is first needed. Without it, the button and leaving the menu still close it.
    import("./watch-menu.ts").then(
      ({ watchMenu }) => watchMenu(area, close, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, [isOpen]);

  return (
    <header ref={header} className="sticky top-0 z-20 border-b border-line bg-surface">
      <div
        className={`flex min-h-17 flex-wrap items-center gap-x-6 gap-y-2 py-1.5 nav:py-0 print:min-h-12 ${pageWidth}`}
      >
        <Link
          to="/"
          className="mr-auto flex min-h-11 items-center gap-2.5 font-display text-[24px]/none font-semibold tracking-[-.02em] text-ink no-underline"
        >
          <Logo background="surface" />
        </Link>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setOpenAt(isOpen ? undefined : address)}
          className={`${buttonClass({ variant: "quiet", size: "small" })} nav:hidden`}
        >
          {isOpen ? <X className="size-5" /> : <Menu className="size-5" />}
          {isOpen ? "Close" : "Menu"}
        </button>
        <nav
          id={menuId}
          aria-label="Main"
          className={`${isOpen ? "block" : "hidden"} absolute inset-x-0 top-full max-h-[calc(100dvh-68px)] overflow-y-auto border-b border-line bg-surface pt-2 pb-5 shadow-3 nav:static nav:flex nav:max-h-none nav:items-center nav:gap-1 nav:overflow-visible nav:border-0 nav:p-0 nav:shadow-none`}
        >
          <NavLinks {...links} />
        </nav>
      </div>
    </header>
  );
}
