import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { PlanLine } from "@studbook/ui/plan-line";
import { getNow } from "../../clock.ts";
import { formatDaysLeft } from "../../features/account/describe-membership.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";

/** How long the membership lasts. A member without listings is invited to create the first one. */
export function MembershipTerm({ user }: { user: CurrentUser }) {
  const now = getNow();
  const state = membershipState(user, now);
  if (user.isAdmin || state.kind !== "active") return null;
  const date = formatDate(state.expiresAt);
  return (
    <PlanLine>
      {user.adCount === 0 ? (
        <p>
          <b>Membership until {date}.</b> Create your first listing.
        </p>
      ) : (
        <p>
          <b>{formatDaysLeft(state.expiresAt, now)}.</b> Your membership runs until {date} and does
          not renew by itself.
        </p>
      )}
    </PlanLine>
  );
}
