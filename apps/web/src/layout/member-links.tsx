import { Link } from "@tanstack/react-router";
import { LayoutDashboard, List, LogOut, User } from "lucide-react";
import { navButtonClass, navIconClass, navLinkClass, navRuleClass } from "./nav-classes.ts";

/** Who is signed in. */
export type Viewer = { username: string; isAdmin: boolean };

type Props = { viewer: Viewer | undefined; onSignOut?: (() => void) | undefined };

/** The links of the main navigation for signed-in users, with room for the name of one who is not known yet. */
export function MemberLinks({ viewer, onSignOut }: Props) {
  return (
    <div className={`contents ${viewer ? "" : "for-member"}`}>
      <Link to="/my-ads" className={navLinkClass}>
        <List className={navIconClass} />
        My Ads
      </Link>
      {viewer?.isAdmin !== false && (
        <Link to="/admin" className={`${navLinkClass} ${viewer ? "" : "for-admin"}`}>
          <LayoutDashboard className={navIconClass} />
          Admin
        </Link>
      )}
      <hr className={navRuleClass} />
      <Link
        to="/account"
        className={`${navLinkClass} [overflow-wrap:anywhere] nav:gap-2 nav:pr-2.5 nav:pl-4.5 nav:font-normal nav:text-ink-soft`}
      >
        <User className="size-5 flex-none text-loden nav:text-inherit" />
        <span>
          <span className="nav:sr-only">My Account</span>
          <span className="block min-h-[1lh] text-md font-normal text-ink-soft nav:text-inherit">
            {viewer && <span className="nav:sr-only">Signed in as </span>}
            <span className="nav:line-clamp-1 nav:w-32">{viewer?.username}</span>
          </span>
        </span>
      </Link>
      <button
        type="button"
        onClick={onSignOut}
        className={`${navButtonClass} nav:border-edge nav:hover:bg-sunken`}
      >
        <LogOut className={navIconClass} />
        Sign Out
      </button>
    </div>
  );
}
