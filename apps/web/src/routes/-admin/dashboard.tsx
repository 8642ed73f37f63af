import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type LucideIcon, ScrollText, TicketPercent, Users } from "lucide-react";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { adminStats, type RecentPayment } from "../../features/admin/admin-queries.ts";
import { PaymentsTable } from "../../features/admin/payments-table.tsx";
import type { Data } from "../../trpc.ts";
import { FiguresByMonth } from "./figures-by-month.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The admin dashboard (specification, section 2). */
export function Dashboard({ data }: { data: Data }) {
  const { data: stats } = useQuery(adminStats(data));
  if (!stats) return null;
  return (
    <AdminPage
      title="Admin"
      actions={
        <>
          <ActionLink to="/admin/audit" icon={ScrollText} label="Audit Log" variant="quiet" />
          <ActionLink to="/admin/coupons" icon={TicketPercent} label="Coupons" variant="quiet" />
          <ActionLink to="/admin/users" icon={Users} label="Manage Users" variant="primary" />
        </>
      }
    >
      <StatCards stats={stats} />
      <FiguresByMonth data={data} />
      <RecentPayments payments={stats.recentPayments} />
    </AdminPage>
  );
}

type ActionLinkProps = {
  to: "/admin/audit" | "/admin/coupons" | "/admin/users";
  icon: LucideIcon;
  label: string;
  variant: "primary" | "quiet";
};

function ActionLink({ to, icon: Icon, label, variant }: ActionLinkProps) {
  return (
    <Link
      to={to}
      className={`max-sm:flex-1 whitespace-nowrap ${buttonClass({ variant, size: "small" })}`}
    >
      <Icon className="size-5" />
      {label}
    </Link>
  );
}

function RecentPayments({ payments }: { payments: RecentPayment[] }) {
  return (
    <section aria-labelledby="recent-payments">
      <Card className="overflow-hidden">
        <h2 id="recent-payments" className="px-5 pt-5 pb-4">
          Recent Payments
        </h2>
        {payments.length > 0 ? (
          <PaymentsTable
            caption="The 10 most recent payments"
            payments={payments}
            payerOf={({ payer }) => <Payer payer={payer} />}
          />
        ) : (
          <p className="border-t border-line p-5 text-ink-soft">No payments yet</p>
        )}
      </Card>
    </section>
  );
}

function Payer({ payer }: Pick<RecentPayment, "payer">) {
  if (!payer) return <span className="text-ink-soft">Erased account</span>;
  return (
    <Link
      to="/admin/users"
      search={{ q: payer.id }}
      preload={false}
      className="inline-flex min-h-11 items-center font-semibold"
    >
      {payer.username}
    </Link>
  );
}
