import type { ReactNode } from "react";

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center justify-self-start rounded-sm bg-loden-tint px-2.5 py-[3px] text-[.9375rem] leading-[1.45] font-semibold text-on-loden-tint">
      {children}
    </span>
  );
}

/** The classes of a chip: a badge that can be taken away, so a link or a button. */
export const chipClass =
  "inline-flex min-h-11 items-center gap-2 rounded-md border-[1.5px] border-loden bg-loden-tint pr-2.5 pl-4 text-md leading-none font-semibold text-on-loden-tint no-underline hover:bg-surface";
