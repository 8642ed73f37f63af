import { formatCents, formatDate } from "@studbook/domain/format";
import { PLANS } from "@studbook/domain/plans";
import { Badge } from "@studbook/ui/badge";
import { Cell, Row, Table } from "@studbook/ui/table";
import type { ReactNode } from "react";
import type { AdminPayment } from "./admin-queries.ts";

const PAYER = { label: "Payer" };
const DATE = { label: "Date" };
const COLUMNS = [{ label: "Membership" }, { label: "Status" }, { label: "Amount", isNumber: true }];

type PaymentsTableProps<Payment extends AdminPayment> = {
  caption: string;
  payments: readonly Payment[];
  /** Renders who paid, unless all payments are of one user. */
  payerOf?: (payment: Payment) => ReactNode;
};

/**
 * Payments, newest first. Successful ones are highlighted (specification, section 3). On phones, the payer and the amount
 * come first.
 */
export function PaymentsTable<Payment extends AdminPayment>({
  caption,
  payments,
  payerOf,
}: PaymentsTableProps<Payment>) {
  const columns = [DATE, ...(payerOf ? [PAYER] : []), ...COLUMNS];
  const first = payerOf ? "max-sm:order-first" : "";
  return (
    <Table caption={caption} columns={columns}>
      {payments.map((payment) => {
        const plan = PLANS[payment.membershipTier].name;
        return (
          <Row key={payment.id}>
            <Cell className={payerOf ? "max-sm:text-ink-soft" : ""}>
              {formatDate(payment.createdAt)}
              {payerOf && <span className="sm:hidden">, {plan}</span>}
            </Cell>
            {payerOf && (
              <Cell className={`[overflow-wrap:anywhere] ${first}`}>{payerOf(payment)}</Cell>
            )}
            <Cell className={payerOf ? "max-sm:hidden" : "max-sm:text-right"}>{plan}</Cell>
            <Cell className={payerOf ? "max-sm:text-right" : ""}>
              <Badge tone={payment.status === "succeeded" ? "loden" : "muted"}>
                {payment.status}
              </Badge>
            </Cell>
            <Cell isNumber className={`max-sm:font-semibold ${first}`}>
              {formatCents(payment.amount)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
