import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { PlanLine } from "@studbook/ui/plan-line";
import { getNow } from "../../clock.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";

/** How long the membership lasts. A member without listings is invited to create the first one. */
export function MembershipTerm({ user }: { user: CurrentUser }) {
  const state = membershipState(user, getNow());
  if (user.isAdmin || state.kind !== "active") return null;
  const next = user.adCount === 0 ? "Create your first listing." : "It does not renew by itself.";
  return (
    <PlanLine>
      <p>
        <b>Membership until {formatDate(state.expiresAt)}.</b> {next}
      </p>
    </PlanLine>
  );
}
