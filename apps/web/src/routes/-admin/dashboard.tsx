import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ScrollText, TicketPercent, Users } from "lucide-react";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { type AdminPayment, adminStats } from "../../features/admin/admin-queries.ts";
import { PaymentsTable } from "../../features/admin/payments-table.tsx";
import type { Data } from "../../trpc.ts";
import { FiguresByMonth } from "./figures-by-month.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The operator's dashboard (specification, section 2). */
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

function RecentPayments({ payments }: { payments: AdminPayment[] }) {
  return (
    <section aria-labelledby="recent-payments">
      <Card className="overflow-hidden">
        <h2 id="recent-payments" className="px-5 pt-5 pb-4">
          Recent Payments
        </h2>
        {payments.length > 0 ? (
          <PaymentsTable caption="The newest 10 payments" payments={payments} />
        ) : (
          <p className="border-t border-line p-5 text-ink-soft">No payments yet</p>
        )}
      </Card>
    </section>
  );
}
