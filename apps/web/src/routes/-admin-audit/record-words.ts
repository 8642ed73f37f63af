import type { AuditRecord } from "../../features/admin/admin-queries.ts";
import { actionWords } from "./action-words.ts";
import { detailText } from "./detail-words.ts";

/** What people do without being signed in. */
const BY_ANYBODY = new Set(["auth.sign-in-failed", "account.password-check-failed"]);

/** Who acted, as far as the log knows: accounts that were erased leave their id alone. */
export function actorName({ actorId, actorUsername, action, details }: AuditRecord): string {
  if (actorUsername !== null) return actorUsername;
  if (actorId !== null) return "An erased account";
  if (details.by === "cli") return "The command line";
  return BY_ANYBODY.has(action) ? "Somebody" : "Studbook";
}

/** What was acted upon; undefined where there is nothing but the one who acted. */
export function subjectName(record: AuditRecord): string | undefined {
  const { subjectType, subjectId, subjectName, actorId } = record;
  if (subjectType === null || subjectId === null || subjectId === actorId) return undefined;
  if (subjectType === "user") return subjectName ?? "an erased account";
  // A payment begins its sentence.
  const type = subjectType === "payment" ? "Payment" : subjectType;
  return `${type} ${subjectName ?? subjectId.slice(0, 8)}`;
}

/** What was done, as it stands between the names of a sentence; after that of a payment. */
export function verbOf(record: AuditRecord): string {
  const { action, details } = record;
  const { verb } = actionWords(action);
  switch (action) {
    case "auth.sign-in-failed":
      return subjectName(record) === undefined ? verb : `${verb} as`;
    case "account.password-check-failed":
      return subjectName(record) === undefined ? verb : `${verb} for`;
    case "payment.refunded":
      if (details.status === "refunded") return verb;
      return Number(details.amountRefunded) > 0 ? `${verb} in part` : "is no longer refunded";
    case "payment.disputed":
      return details.status === "disputed" ? verb : "is no longer disputed";
    default:
      return verb;
  }
}

/** The details in words, such as 'tier: premium, searched: no'; '' when there are none. */
export function detailsText({ details }: AuditRecord): string {
  return Object.entries(details)
    .filter(([name]) => name !== "by")
    .map(([name, value]) => detailText(name, value))
    .join(", ");
}
