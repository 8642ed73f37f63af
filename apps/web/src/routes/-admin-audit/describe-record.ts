import { formatCents } from "@studbook/domain/format";
import type { AuditRecord } from "../../features/admin/admin-queries.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { describeAction } from "./action-labels.ts";

/** Actions that need no session. */
const BY_ANYONE = new Set([
  "auth.sign-in-failed",
  "auth.sign-in-refused",
  "account.password-check-failed",
]);

/** Returns the actor. Of an erased account only the ID is left. */
export function actorName({ actorId, actorUsername, action, details }: AuditRecord): string {
  if (actorUsername !== null) return actorUsername;
  if (actorId !== null) return "An erased account";
  if (details.by === "cli") return "The command line";
  return BY_ANYONE.has(action) ? "Someone" : "Studbook";
}

/** Returns the subject of the action, or undefined if it has none or the subject is the actor. */
export function subjectName(record: AuditRecord): string | undefined {
  const { subjectType, subjectId, subjectName, actorId } = record;
  if (subjectType === null || subjectId === null || subjectId === actorId) return undefined;
  if (subjectType === "user") return subjectName ?? "an erased account";
  // A payment is the first word of its sentence.
  const type = subjectType === "payment" ? "Payment" : subjectType;
  return `${type} ${subjectName ?? subjectId.slice(0, 8)}`;
}

/** Returns the verb between actor and subject. For a payment it comes after the subject. */
export function describeVerb(record: AuditRecord): string {
  const { action, details } = record;
  const { verb } = describeAction(action);
  switch (action) {
    case "auth.sign-in-failed":
    case "auth.sign-in-refused":
      return subjectName(record) === undefined ? verb : `${verb} as`;
    case "account.password-check-failed":
      return subjectName(record) === undefined ? verb : `${verb} for`;
    case "membership.activated":
      return subjectName(record) === undefined ? "activated a membership" : verb;
    case "payment.refunded":
      if (details.status === "refunded") return verb;
      return Number(details.amountRefunded) > 0 ? `${verb} in part` : "is no longer refunded";
    case "payment.disputed":
      return details.status === "disputed" ? verb : "is no longer disputed";
    default:
      return verb;
  }
}

/** Returns the details, such as 'tier: premium, searched: no', or '' if there are none. */
export function describeDetails({ details }: AuditRecord): string {
  return Object.entries(details)
    .filter(([name]) => name !== "by")
    .map(([name, value]) => describeDetail(name, value))
    .join(", ");
}

type Value = string | number | boolean;

/** For names that need a better label. */
const LABELS: Record<string, string> = {
  amountRefunded: "refunded",
  percentOff: "percent off",
  maxRedemptions: "limit",
  startsAt: "from",
  endsAt: "until",
  verifiedEmailRemoved: "confirmed address removed",
};
const CENTS = new Set(["amount", "amountRefunded"]);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Describes one detail of a record, such as 'tier: premium' or 'refunded: $29.00'. */
function describeDetail(name: string, value: Value): string {
  return `${LABELS[name] ?? name}: ${valueText(name, value)}`;
}

function valueText(name: string, value: Value): string {
  if (typeof value === "boolean") {
    // The log does not store the text itself.
    if (name === "description") return "changed";
    return value ? "yes" : "no";
  }
  if (typeof value === "number") return CENTS.has(name) ? formatCents(value) : String(value);
  return INSTANT.test(value) ? formatInstant(value) : value;
}
