import type { ReactNode } from "react";

/** Facts under an ink rule with hairlines between them, as a stud book sets them. */
export function RegisterList({ children }: { children: ReactNode }) {
  return <dl className="border-t-2 border-ink">{children}</dl>;
}

export function RegisterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2.5 border-b border-line py-[11px]">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto text-right font-semibold">{children}</dd>
    </div>
  );
}
