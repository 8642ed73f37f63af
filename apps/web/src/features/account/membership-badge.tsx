import { Badge } from "@studbook/ui/badge";
import { Award } from "lucide-react";
import { getNow } from "../../clock.ts";
import type { CurrentUser } from "../auth/current-user.ts";
import { describeMembership } from "./describe-membership.ts";

/** Shows whether a user is an admin, a member, a former member or not a member yet. */
export function MembershipBadge({ user }: { user: CurrentUser }) {
  const { badge, tone } = describeMembership(user, getNow());
  return (
    <Badge tone={tone}>
      {tone === "saddle" && <Award className="size-4.5" />}
      {badge}
    </Badge>
  );
}
