import type { ReactNode } from "react";

/** Labeled values with ruled lines, styled like a page of a stud book. */
export function RegisterList({ children }: { children: ReactNode }) {
  return <dl className="border-t-2 border-ink">{children}</dl>;
}

export function RegisterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2.5 border-b border-line py-[11px] print:py-1">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto text-right font-semibold">{children}</dd>
    </div>
  );
}
