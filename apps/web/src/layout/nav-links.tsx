import { Link, useRouterState } from "@tanstack/react-router";
import { Info, LogIn, Search, UserPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Viewer } from "./member-links.tsx";
import { navButtonClass, navIconClass, navLinkClass, navRuleClass } from "./nav-classes.ts";

export type NavLinksProps = {
  /** Undefined for a guest. */
  viewer?: Viewer | undefined;
  onSignOut?: (() => void) | undefined;
};

const MemberLinks = lazy(() => import("./member-links.tsx"));

export function NavLinks({ viewer, onSignOut }: NavLinksProps) {
  const isAd = useRouterState({ select: ({ location }) => location.pathname.startsWith("/ad/") });
  return (
    <>
      <Link to="/search" aria-current={isAd ? "true" : undefined} className={navLinkClass}>
        <Search className={navIconClass} />
        Search
      </Link>
      <Link to="/contact" className={navLinkClass}>
        <Info className={navIconClass} />
        Contact | Information
      </Link>
      {viewer ? (
        <Suspense>
          <MemberLinks viewer={viewer} onSignOut={onSignOut} />
        </Suspense>
      ) : (
        <>
          <hr className={navRuleClass} />
          <Link
            to="/login"
            className={`${navButtonClass} nav:ml-2.5 nav:border-loden nav:text-loden nav:hover:bg-loden-tint`}
          >
            <LogIn className={navIconClass} />
            Sign In
          </Link>
          <Link to="/signup" className={`${navLinkClass} nav:hidden`}>
            <UserPlus className={navIconClass} />
            Create Account
          </Link>
        </>
      )}
    </>
  );
}
