import { formatCents, formatCount } from "@studbook/domain/format";
import { Cell, Row, Table } from "@studbook/ui/table";
import type { Month } from "../../features/admin/admin-queries.ts";
import { formatMonth } from "./format-month.ts";

const COLUMNS = [
  { label: "Month" },
  { label: "Revenue", isNumber: true },
  { label: "New users", isNumber: true },
  { label: "New members", isNumber: true },
];

/** The figures of the charts and the new users by month, starting with the current month. */
export function MonthsTable({ months }: { months: Month[] }) {
  return (
    <Table caption="Revenue, new users and new members by month" columns={COLUMNS}>
      {months.toReversed().map(({ month, revenue, signUps, newMembers }, index) => (
        <Row key={month}>
          <Cell>{index === 0 ? `${formatMonth(month)}, so far` : formatMonth(month)}</Cell>
          <Cell isNumber className="max-sm:font-semibold">
            {formatCents(revenue)}
          </Cell>
          <Cell className="text-right max-sm:text-left">
            {formatCount(signUps)}
            <Unit>new users</Unit>
          </Cell>
          <Cell isNumber>
            {formatCount(newMembers)}
            <Unit>new members</Unit>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** The unit of a number on phones, where the column heads are not visible. */
function Unit({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-ink-soft sm:hidden">
      {" "}
      {children}
    </span>
  );
}
