import { membershipState } from "@studbook/domain/membership";
import { NEWEST_OF_USER } from "@studbook/domain/page-sizes";
import { PLANS } from "@studbook/domain/plans";
import { Badge } from "@studbook/ui/badge";
import { Button } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronUp, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { getNow } from "../../clock.ts";
import type { AdminUser } from "../../features/admin/admin-queries.ts";
import { PaymentsTable } from "../../features/admin/payments-table.tsx";
import type { Data } from "../../trpc.ts";
import { ActiveToggle } from "./active-toggle.tsx";
import { EraseUser } from "./erase-user.tsx";
import { UserAds } from "./user-ads.tsx";
import { UserFacts } from "./user-facts.tsx";

/** A user, with the operator's actions (specification, section 2). */
export function UserCard({ user, data }: { user: AdminUser; data: Data }) {
  const [isIdOpen, setIsIdOpen] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const part = useId();
  return (
    <Card className="p-5">
      <article aria-label={user.username} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5">
          <h2 tabIndex={-1} className="text-xl">
            {user.username}
          </h2>
          <Badges user={user} />
        </div>
        <UserFacts user={user} />
        <UserAds user={user} data={data} />
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 border-t border-line pt-3.5">
          <Toggle isOpen={isIdOpen} part={`${part}-id`} onToggle={() => setIsIdOpen(!isIdOpen)}>
            {isIdOpen ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
            {isIdOpen ? "Hide user ID" : "Show user ID"}
          </Toggle>
          <Toggle
            isOpen={isHistoryOpen}
            part={`${part}-payments`}
            onToggle={() => setIsHistoryOpen(!isHistoryOpen)}
          >
            {isHistoryOpen ? <ChevronUp className="size-5" /> : <ChevronDown className="size-5" />}
            Payment history
          </Toggle>
          <ActiveToggle user={user} data={data} />
        </div>
        <div id={`${part}-id`} hidden={!isIdOpen}>
          {isIdOpen && <UserId user={user} />}
        </div>
        <div id={`${part}-payments`} hidden={!isHistoryOpen}>
          {isHistoryOpen && <PaymentHistory user={user} />}
        </div>
        {!user.isAdmin && <EraseUser user={user} data={data} />}
      </article>
    </Card>
  );
}

function Badges({ user }: { user: AdminUser }) {
  const membership = membershipState(user, getNow());
  return (
    <>
      {user.isAdmin && <Badge>Admin</Badge>}
      {user.isActive ? <Badge tone="success">Active</Badge> : <Badge tone="danger">Inactive</Badge>}
      {membership.kind === "active" && (
        <Badge tone={membership.tier === "premium" ? "saddle" : "muted"}>
          {PLANS[membership.tier].name}
        </Badge>
      )}
      {membership.kind === "expired" && (
        <Badge tone="muted">{PLANS[membership.tier].name}, expired</Badge>
      )}
      {membership.kind === "none" && !user.isAdmin && <Badge tone="muted">No membership</Badge>}
    </>
  );
}

/** The user's ID and a link to the audit log. */
function UserId({ user: { id } }: { user: AdminUser }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-soft">
        User ID <code className="[overflow-wrap:anywhere]">{id}</code>
      </p>
      <Link
        to="/admin/audit"
        search={{ subject: id }}
        className="inline-flex min-h-11 items-center"
      >
        View in Audit Log
      </Link>
    </div>
  );
}

function PaymentHistory({ user: { username, payments } }: { user: AdminUser }) {
  if (payments.length === 0) return <p className="text-ink-soft">No payments yet</p>;
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <PaymentsTable caption={`${username}'s payments`} payments={payments} />
      {payments.length === NEWEST_OF_USER && (
        <p className="border-t border-line px-5 py-3 text-ink-soft">
          Showing the {payments.length} most recent.
        </p>
      )}
    </div>
  );
}

type ToggleProps = { isOpen: boolean; part: string; onToggle: () => void; children: ReactNode };

function Toggle({ isOpen, part, onToggle, children }: ToggleProps) {
  return (
    <Button
      variant="bare"
      size="small"
      aria-expanded={isOpen}
      aria-controls={part}
      onClick={onToggle}
      className="-ml-2 max-sm:w-full max-sm:justify-start sm:ml-0"
    >
      {children}
    </Button>
  );
}
