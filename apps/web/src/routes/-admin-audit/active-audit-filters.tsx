import { chipClass } from "@studbook/ui/chip";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { AuditRecord } from "../../features/admin/admin-queries.ts";
import type { AuditFilters } from "../../features/admin/audit-filters.ts";

/** Badges for the active actor and subject filters. Clicking one removes its filter. */
export function ActiveAuditFilters({
  filters,
  records,
}: {
  filters: AuditFilters;
  records: AuditRecord[];
}) {
  const { actor, subject, ...others } = filters;
  if (!actor && !subject) return null;
  // Every record matches the filters, so the first one has their names.
  const first = records.at(0);
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-3">
      {actor && (
        <FilterBadge
          label={`Performed by ${first?.actorUsername ?? actor}`}
          rest={{ ...others, ...(subject && { subject }) }}
        />
      )}
      {subject && (
        <FilterBadge
          label={`Affected: ${first?.subjectName ?? subject}`}
          rest={{ ...others, ...(actor && { actor }) }}
        />
      )}
    </ul>
  );
}

function FilterBadge({ label, rest }: { label: string; rest: AuditFilters }) {
  return (
    <li>
      <Link
        to="/admin/audit"
        search={{ ...rest }}
        resetScroll={false}
        preload={false}
        activeProps={{}}
        onClick={() => document.querySelector<HTMLElement>("main h1")?.focus()}
        className={`${chipClass} [overflow-wrap:anywhere]`}
      >
        {label}
        <span className="sr-only">, remove this filter</span>
        <X className="size-5 flex-none" />
      </Link>
    </li>
  );
}
