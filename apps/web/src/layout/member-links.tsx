import { Link } from "@tanstack/react-router";

/** Who is signed in. */
export type Viewer = { username: string; isAdmin: boolean };

type Props = { viewer: Viewer | undefined; onSignOut?: (() => void) | undefined };

/** The links of the main navigation for signed-in users, with room for the name of one who is not known yet. */
export function MemberLinks({ viewer, onSignOut }: Props) {
  return (
    <div className={`contents ${viewer ? "" : "for-member"}`}>
      <Link to="/my-ads" className="nav-row">
        My Ads
      </Link>
      {viewer?.isAdmin !== false && (
        <Link to="/admin" className={`nav-row ${viewer ? "" : "for-admin"}`}>
          Admin
        </Link>
      )}
      <hr className="nav-rule" />
      <Link to="/account" className="nav-row [overflow-wrap:anywhere]">
        <span>
          <span className="nav:sr-only">My Account</span>
          <span className="block min-h-[1lh] text-md font-normal text-ink-soft nav:text-inherit">
            {viewer && <span className="nav:sr-only">Signed in as </span>}
            <span className="nav:line-clamp-1 nav:w-32">{viewer?.username}</span>
          </span>
        </span>
      </Link>
      <button type="button" onClick={onSignOut} className="nav-row">
        Sign Out
      </button>
    </div>
  );
}
