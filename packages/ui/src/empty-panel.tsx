import type { ReactNode } from "react";

/** A dashed panel with a round portrait, for a list with nothing in it. */
export function EmptyPanel({ portrait, children }: { portrait: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4.5 rounded-lg border-[1.5px] border-dashed border-edge px-6 pt-14 pb-16 text-center">
      <img
        src={portrait}
        alt=""
        width={180}
        height={180}
        className="size-45 rounded-full object-cover"
      />
      {children}
    </div>
  );
}
