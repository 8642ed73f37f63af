import { formatDate } from "@studbook/domain/words";
import type { AuditRecord } from "../../features/admin/admin-queries.ts";

/** Who acted, as far as the log knows: accounts that were erased leave their id alone. */
export function actorName({ actorId, actorUsername, action, details }: AuditRecord): string {
  if (actorUsername !== null) return actorUsername;
  if (actorId !== null) return "An erased account";
  if (details.by === "cli") return "The command line";
  return action === "auth.sign-in-failed" ? "Somebody" : "Studbook";
}

/** What was acted upon; undefined where there is nothing but the one who acted. */
export function subjectName(record: AuditRecord): string | undefined {
  const { subjectType, subjectId, subjectUsername, actorId } = record;
  if (subjectType === null || subjectId === null || subjectId === actorId) return undefined;
  if (subjectType !== "user") return `${subjectType} ${subjectId.slice(0, 8)}`;
  return subjectUsername ?? "an erased account";
}

/** The details in words, such as 'tier: premium, searched: no'; '' when there are none. */
export function detailsText({ details }: AuditRecord): string {
  return Object.entries(details)
    .filter(([name]) => name !== "by")
    .map(
      ([name, value]) => `${name}: ${typeof value === "boolean" ? (value ? "yes" : "no") : value}`,
    )
    .join(", ");
}

/** An instant to the second, in UTC: 'Nov 21, 2026, 20:17:05 UTC'. */
export function formatInstant(instant: string): string {
  return `${formatDate(instant)}, ${new Date(instant).toISOString().slice(11, 19)} UTC`;
}
