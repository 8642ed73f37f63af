import { formatCents, formatDate } from "@studbook/domain/format";
import { PLANS } from "@studbook/domain/plans";
import { Badge } from "@studbook/ui/badge";
import { Cell, Row, Table } from "@studbook/ui/table";
import type { AdminPayment } from "./admin-queries.ts";

const COLUMNS = [
  { label: "Date" },
  { label: "Membership" },
  { label: "Status" },
  { label: "Amount", isNumber: true },
];

/** Payments, newest first. Successful ones are highlighted (specification, section 3). */
export function PaymentsTable({
  caption,
  payments,
}: {
  caption: string;
  payments: AdminPayment[];
}) {
  return (
    <Table caption={caption} columns={COLUMNS}>
      {payments.map(({ id, createdAt, membershipTier, status, amount }) => (
        <Row key={id}>
          <Cell>{formatDate(createdAt)}</Cell>
          <Cell className="max-sm:text-right">{PLANS[membershipTier].name}</Cell>
          <Cell>
            <Badge tone={status === "succeeded" ? "loden" : "muted"}>{status}</Badge>
          </Cell>
          <Cell isNumber className="max-sm:font-semibold">
            {formatCents(amount)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
