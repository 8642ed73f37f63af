import { membershipState } from "@studbook/domain/membership";
import { PLANS } from "@studbook/domain/plans";
import { formatDate } from "@studbook/domain/words";
import { Badge } from "@studbook/ui/badge";
import type { CurrentUser } from "../../features/auth/current-user.ts";

/** What a user is here: an admin, a member, a former one, or none yet. */
export function MembershipBadge({ user }: { user: CurrentUser }) {
  if (user.isAdmin) return <Badge tone="saddle">Admin</Badge>;
  const membership = membershipState(user, new Date());
  if (membership.kind === "none") return <Badge tone="muted">No membership</Badge>;
  if (membership.kind === "expired") {
    return <Badge tone="danger">Expired {formatDate(membership.expiresAt)}</Badge>;
  }
  return <Badge tone="saddle">{PLANS[membership.tier].name} Member</Badge>;
}
