import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { RegisterList, RegisterRow } from "./register-list.tsx";

type PlanCardProps = {
  name: string;
  /** The price of a year, such as '$29'. */
  price: string;
  points: readonly string[];
  /** A highlight on the upper edge, such as "Most Popular". */
  badge?: string | undefined;
  /** Whether the user has this plan now. */
  isCurrent?: boolean;
  /** Dates and numbers of the user's own membership. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The button that chooses it, or why it cannot be chosen. */
  children: ReactNode;
};

/** A membership plan with its price, its benefits and a button. */
export function PlanCard({
  name,
  price,
  points,
  badge,
  isCurrent = false,
  facts = [],
  children,
}: PlanCardProps) {
  const frame = isCurrent
    ? "border-[1.5px] border-line"
    : `bg-surface ${badge ? "border-2 border-loden shadow-2" : "border border-line shadow-1"}`;
  return (
    <section className={`relative grid content-start gap-5 rounded-lg p-6 md:p-8 ${frame}`}>
      {badge && (
        <p className="absolute bottom-[calc(100%-17px)] left-6 rounded-sm bg-saddle px-3.5 py-1 text-md leading-normal font-semibold text-on-saddle">
          {badge}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2>{name}</h2>
        {isCurrent && (
          <p className="flex items-center gap-2 text-md text-ink-soft">
            <Check className="size-5 flex-none" />
            Your plan now
          </p>
        )}
      </div>
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
      {facts.length > 0 && (
        <RegisterList>
          {facts.map(([fact, value]) => (
            <RegisterRow key={fact} label={fact}>
              {value}
            </RegisterRow>
          ))}
        </RegisterList>
      )}
      {children}
    </section>
  );
}
