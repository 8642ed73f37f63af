import { Card } from "@studbook/ui/card";
import type { AdminPayment } from "../../features/admin/admin-queries.ts";
import { PaymentsTable } from "../../features/admin/payments-table.tsx";

export function RecentPayments({ payments }: { payments: AdminPayment[] }) {
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
