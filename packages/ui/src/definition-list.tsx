import type { ReactNode } from "react";

type DefinitionListProps = { items: readonly { label: string; value: ReactNode }[] };

/** Labeled values in two columns. Empty values are shown as a dash. */
export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
      {items.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
