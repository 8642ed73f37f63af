import { buttonClass } from "@studbook/ui/button";
import { Logo } from "@studbook/ui/logo";
import { Link } from "@tanstack/react-router";
import { Info, LogIn, Menu, Search, X } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { pageWidth } from "./page-width.ts";
import { useLeave } from "./use-leave.ts";

const ROW =
  "flex min-h-14 items-center gap-3.5 px-(--sb-gutter) text-lg font-medium text-ink no-underline hover:text-loden nav:px-3.5 nav:text-md";
const NAV_LINK = `${ROW} aria-[current]:font-semibold aria-[current]:shadow-[inset_4px_0_var(--sb-brass)] nav:h-17 nav:border-y-[3px] nav:border-transparent nav:aria-[current]:border-b-brass nav:aria-[current]:shadow-none`;
const SIGN_IN = `${ROW} nav:ml-2.5 nav:min-h-11 nav:rounded-md nav:border-[1.5px] nav:border-loden nav:font-semibold nav:text-loden nav:hover:bg-loden-tint`;
const NAV_ICON = "size-5 flex-none text-loden nav:hidden";

export function Header() {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const header = useRef<HTMLElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  useLeave(
    header,
    isOpen,
    useCallback(({ by }) => {
      setIsOpen(false);
      if (by === "escape") toggle.current?.focus();
    }, []),
  );

  return (
    <header
      ref={header}
      className="sticky top-0 z-20 border-b border-line bg-surface max-nav:noscript:static"
    >
      <div
        className={`flex h-17 items-center gap-6 max-nav:noscript:h-auto max-nav:noscript:flex-wrap max-nav:noscript:pt-3 ${pageWidth}`}
      >
        <Link
          to="/"
          onClick={close}
          className="mr-auto flex min-h-11 items-center gap-2.5 font-display text-2xl/none font-semibold tracking-[-.02em] text-ink no-underline"
        >
          <Logo ground="surface" />
        </Link>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setIsOpen(!isOpen)}
          className={`${buttonClass({ look: "quiet", size: "small" })} nav:hidden noscript:hidden`}
        >
          {isOpen ? <X className="size-5" /> : <Menu className="size-5" />}
          {isOpen ? "Close" : "Menu"}
        </button>
        <nav
          id="menu"
          aria-label="Main"
          className={`${isOpen ? "block" : "hidden max-nav:noscript:block"} absolute inset-x-0 top-17 border-b border-line bg-surface pt-2 pb-5 shadow-3 nav:static nav:flex nav:items-center nav:gap-1 nav:border-0 nav:p-0 nav:shadow-none max-nav:noscript:static max-nav:noscript:-mx-(--sb-gutter) max-nav:noscript:basis-full max-nav:noscript:border-0 max-nav:noscript:p-0 max-nav:noscript:shadow-none`}
        >
          <Link to="/search" onClick={close} className={NAV_LINK}>
            <Search className={NAV_ICON} />
            Search
          </Link>
          <Link to="/contact" onClick={close} className={NAV_LINK}>
            <Info className={NAV_ICON} />
            Contact | Information
          </Link>
          <a href="/login" onClick={close} className={SIGN_IN}>
            <LogIn className={NAV_ICON} />
            Sign In
          </a>
        </nav>
      </div>
    </header>
  );
}
