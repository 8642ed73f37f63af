import { Link, useRouterState } from "@tanstack/react-router";
import { MemberLinks, type Viewer } from "./member-links.tsx";

export type NavLinksProps = {
  /** Null for a guest; undefined as long as it is not known who is signed in. */
  viewer?: Viewer | null | undefined;
  onSignOut?: (() => void) | undefined;
};

/**
 * The links of the main navigation. As long as the viewer is not known, those of guests and of members, of which the styles
 * show what the root's `data-viewer` says (src/boot).
 */
export function NavLinks({ viewer, onSignOut }: NavLinksProps) {
  const isAd = useRouterState({ select: ({ location }) => location.pathname.startsWith("/ad/") });
  return (
    <>
      <Link to="/search" aria-current={isAd ? "true" : undefined} className="nav-row">
        Search
      </Link>
      <Link to="/contact" className="nav-row">
        Contact | Information
      </Link>
      {viewer !== null && <MemberLinks viewer={viewer} onSignOut={onSignOut} />}
      {!viewer && <GuestLinks className={viewer === undefined ? "for-guest" : ""} />}
    </>
  );
}

function GuestLinks({ className }: { className: string }) {
  return (
    <div className={`contents ${className}`}>
      <hr className="nav-rule" />
      <Link to="/login" className="nav-row">
        Sign In
      </Link>
      <Link to="/signup" className="nav-row">
        Create Account
      </Link>
    </div>
  );
}
