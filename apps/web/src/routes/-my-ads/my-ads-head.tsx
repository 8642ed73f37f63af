import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { getNow } from "../../clock.ts";
import { MembershipBadge } from "../../features/account/membership-badge.tsx";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { findAdCountText, type ListingLimit } from "../-listing-limit/find-listing-limit.ts";

type MyAdsHeadProps = { user: CurrentUser; limit: ListingLimit | undefined; canCreate: boolean };

/** The title, the membership with its listing count, and a link to create a listing or to upgrade. */
export function MyAdsHead({ user, limit, canCreate }: MyAdsHeadProps) {
  const count = findAdCountText(user, getNow());
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-2.5">
        <h1 tabIndex={-1}>My Stud Listings</h1>
        <div className="flex flex-wrap items-center gap-3">
          <MembershipBadge user={user} />
          {count && <span className="text-ink-soft tabular-nums">{count}</span>}
        </div>
      </div>
      {limit === "reached" && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-md text-ink-soft">You've reached your ad limit</p>
          <a href="/signup" className="inline-flex min-h-11 items-center text-md font-semibold">
            Upgrade to Premium
          </a>
        </div>
      )}
      {canCreate && (
        <Link to="/create-ad" className={`max-sm:w-full ${buttonClass()}`}>
          <Plus className="size-5" />
          Create Stud Listing
        </Link>
      )}
    </div>
  );
}
