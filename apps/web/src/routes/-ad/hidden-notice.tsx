import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { getNow } from "../../clock.ts";
import { findRenewal } from "../../features/account/find-renewal.ts";
import type { Ad } from "../../features/ads/ad-queries.ts";
import { HiddenAdNotice, HiddenByAdmin } from "../../features/ads/hidden-ad-notice.tsx";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { MemberScope } from "../../features/auth/member-layout.tsx";
import { ShowAgain } from "./show-again.tsx";

type HiddenNoticeProps = { ad: Ad; viewer: CurrentUser | undefined };

/** Says why the public does not see an ad. A default export for React's lazy, because visitors never see it. */
export default function HiddenNotice({ ad, viewer }: HiddenNoticeProps) {
  const { hiddenReason, hiddenSince } = ad;
  const pausedUntil = ad.record?.availability?.pausedUntil;
  const owner = viewer && !viewer.isAdmin ? viewer : undefined;
  return (
    <div className="mb-6 grid gap-3 print:hidden">
      {hiddenReason && <HiddenByAdmin reason={hiddenReason} />}
      {hiddenSince !== undefined && <MembershipEnded hiddenSince={hiddenSince} owner={owner} />}
      {pausedUntil !== undefined && (
        <HiddenAdNotice title={pausedUntil ? `Paused until ${formatDate(pausedUntil)}` : "Paused"}>
          {owner ? (
            <MemberScope>
              <p>Only you and admins can see this listing.</p>
              <ShowAgain ad={ad} />
            </MemberScope>
          ) : (
            <p>Its owner paused it. Only its owner and admins can see it.</p>
          )}
        </HiddenAdNotice>
      )}
    </div>
  );
}

type MembershipEndedProps = { hiddenSince: string | null; owner: CurrentUser | undefined };

function MembershipEnded({ hiddenSince, owner }: MembershipEndedProps) {
  return (
    <HiddenAdNotice title={hiddenSince ? `Hidden since ${formatDate(hiddenSince)}` : undefined}>
      {owner ? (
        <ForOwner user={owner} />
      ) : (
        <p>
          {hiddenSince
            ? "Its owner's membership ended. Only its owner and admins can see it."
            : "Its owner is deactivated or has no membership. The public cannot see it."}
        </p>
      )}
    </HiddenAdNotice>
  );
}

function ForOwner({ user }: { user: CurrentUser }) {
  const now = getNow();
  const state = membershipState(user, now);
  const renewal =
    state.kind === "none"
      ? { href: "/signup", label: "Choose Your Membership" }
      : findRenewal(user, state.tier, now);
  return (
    <>
      <p>
        {state.kind === "none" ? "You have no membership." : "Your membership ended."} Only you and
        admins can see this listing.
      </p>
      <a href={renewal.href} className="inline-flex min-h-11 items-center font-semibold">
        {renewal.label}
      </a>
    </>
  );
}
