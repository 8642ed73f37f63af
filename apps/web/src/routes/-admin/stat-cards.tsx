import { formatCents, formatCount } from "@studbook/domain/format";
import { Card } from "@studbook/ui/card";
import { Award, Banknote, List, type LucideIcon, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { Outputs } from "../../trpc.ts";

const LONG_FIGURE = 10;

/** The totals in four cards (specification, section 2). */
export function StatCards({ stats }: { stats: Outputs["admin"]["stats"] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Stat icon={Users} label="Total Users">
        <Figure>{formatCount(stats.totalUsers)}</Figure>
      </Stat>
      <Stat icon={List} label="Total Ads">
        <Figure>{formatCount(stats.totalAds)}</Figure>
      </Stat>
      <Stat icon={Banknote} label="Total Revenue">
        <Figure>{formatCents(stats.totalRevenue)}</Figure>
      </Stat>
      <Stat icon={Award} label="Memberships">
        <span className="block font-display text-lg font-semibold">
          {formatCount(stats.basicMembers)} Basic
        </span>
        <span className="block font-display text-lg font-semibold">
          {formatCount(stats.premiumMembers)} Premium
        </span>
      </Stat>
    </dl>
  );
}

/**
 * A large number that fits half the width of a phone. Without tabular figures, because Besley's tabular zero is thin at
 * every weight.
 */
function Figure({ children }: { children: string }) {
  const size =
    children.length > LONG_FIGURE
      ? "text-[clamp(1.125rem,.7rem+1.6vw,2rem)]"
      : "text-[clamp(1.375rem,1rem+1.6vw,2rem)]";
  return <span className={`font-display leading-tight font-semibold ${size}`}>{children}</span>;
}

type StatProps = { icon: LucideIcon; label: string; children: ReactNode };

function Stat({ icon: Icon, label, children }: StatProps) {
  return (
    <Card className="p-4 sm:px-5 sm:py-4.5">
      <dt className="flex items-center gap-2 text-ink-soft">
        <Icon className="size-5 flex-none max-sm:hidden" />
        {label}
      </dt>
      <dd className="mt-1.5 [overflow-wrap:anywhere]">{children}</dd>
    </Card>
  );
}
