import { Check } from "lucide-react";
import type { ReactNode } from "react";

type PlanCardProps = {
  name: string;
  /** The price of a year, such as '$29'. */
  price: string;
  points: readonly string[];
  /** A highlight on the upper edge, such as "Most Popular". */
  badge?: string;
  /** The button that chooses it. */
  children: ReactNode;
};

/** A membership plan with its price, its benefits and a button. */
export function PlanCard({ name, price, points, badge, children }: PlanCardProps) {
  const frame = badge ? "border-2 border-loden shadow-2" : "border border-line shadow-1";
  return (
    <section
      className={`relative grid content-start gap-5 rounded-lg bg-surface p-6 md:p-8 ${frame}`}
    >
      {badge && (
        <p className="absolute -top-4 left-6 rounded-sm bg-saddle px-3.5 py-1 text-md leading-normal font-semibold text-on-saddle">
          {badge}
        </p>
      )}
      <h2>{name}</h2>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-4xl leading-none font-semibold">{price}</span>
        <span className="text-ink-soft">a year</span>
      </p>
      <ul className="grid gap-3">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-3">
            <Check className="size-5 flex-none text-loden" />
            {point}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
