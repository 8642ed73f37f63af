import type { ReactNode } from "react";

/** A dashed panel with a round image, for an empty list. */
export function EmptyPanel({ image, children }: { image: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4.5 rounded-lg border-[1.5px] border-dashed border-edge px-6 pt-14 pb-16 text-center">
      <img
        src={image}
        alt=""
        width={180}
        height={180}
        className="size-45 rounded-full object-cover"
      />
      {children}
    </div>
  );
}
