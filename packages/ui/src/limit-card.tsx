import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type LimitCardProps = {
  title: string;
  text: ReactNode;
  /** The next step: a link that looks like a button. */
  children: ReactNode;
};

/** A panel that explains a limit and offers the next step. */
export function LimitCard({ title, text, children }: LimitCardProps) {
  return (
    <section className="grid gap-4 rounded-lg border-[1.5px] border-warn bg-warn-tint p-5 md:grid-cols-[1fr_auto] md:items-center md:px-7 md:py-6">
      <div className="grid gap-1.5">
        <h2 className="flex items-center gap-2.5 text-xl">
          <TriangleAlert className="size-6 flex-none text-warn" />
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  );
}
