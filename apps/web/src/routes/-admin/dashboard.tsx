import { buttonClass } from "@studbook/ui/button";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ScrollText, TicketPercent, Users } from "lucide-react";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { adminStats } from "../../features/admin/admin-queries.ts";
import type { Data } from "../../trpc.ts";
import { FiguresByMonth } from "./figures-by-month.tsx";
import { RecentPayments } from "./recent-payments.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The operator's first page (specification, section 2). */
export function Dashboard({ data }: { data: Data }) {
  const { data: stats } = useQuery(adminStats(data));
  if (!stats) return null;
  return (
    <AdminPage
      title="Admin"
      actions={
        <>
          <Link
            to="/admin/audit"
            className={`max-sm:flex-1 whitespace-nowrap ${buttonClass({ variant: "quiet", size: "small" })}`}
          >
            <ScrollText className="size-5" />
            Audit Log
          </Link>
          <Link
            to="/admin/coupons"
            className={`max-sm:flex-1 whitespace-nowrap ${buttonClass({ variant: "quiet", size: "small" })}`}
          >
            <TicketPercent className="size-5" />
            Coupons
          </Link>
          <Link
            to="/admin/users"
            className={`max-sm:flex-1 whitespace-nowrap ${buttonClass({ size: "small" })}`}
          >
            <Users className="size-5" />
            Manage Users
          </Link>
        </>
      }
    >
      <StatCards stats={stats} />
      <FiguresByMonth data={data} />
      <RecentPayments payments={stats.recentPayments} />
    </AdminPage>
  );
}
