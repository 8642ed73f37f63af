import { Cell, Row, Table } from "@studbook/ui/table";
import { Link } from "@tanstack/react-router";
import type { AuditRecord } from "../../features/admin/admin-queries.ts";
import type { AuditFilters } from "../../features/admin/audit-filters.ts";
import { formatInstant } from "../../features/admin/format-instant.ts";
import { actorName, describeDetails, describeVerb, subjectName } from "./describe-record.ts";

const COLUMNS = [{ label: "When" }, { label: "Action" }, { label: "Details" }];

type RecordsTableProps = { records: AuditRecord[]; filters: AuditFilters };

/** A table with one sentence per audit record. Account names filter the log; other subjects link to their pages. */
export function RecordsTable({ records, filters }: RecordsTableProps) {
  return (
    <Table caption="Audit log records, newest first" columns={COLUMNS}>
      {records.map((record) => (
        <Row key={record.id} tabIndex={-1}>
          <Cell className="w-px sm:whitespace-nowrap max-sm:w-auto max-sm:order-2 max-sm:text-ink-soft">
            {formatInstant(record.at)}
          </Cell>
          <Cell className="[overflow-wrap:anywhere] max-sm:col-span-full sm:w-1/3">
            <Sentence record={record} filters={filters} />
          </Cell>
          <Cell className="text-ink-soft [overflow-wrap:anywhere] max-sm:order-3 max-sm:col-span-full max-sm:empty:hidden">
            {describeDetails(record)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Sentence({ record, filters }: { record: AuditRecord; filters: AuditFilters }) {
  const { actorId, subjectType } = record;
  // Stripe reports payment changes, so they have no actor.
  if (subjectType === "payment") {
    return (
      <>
        <Subject record={record} filters={filters} /> {describeVerb(record)}
      </>
    );
  }
  return (
    <>
      <FilterLink filters={actorId ? { ...filters, actor: actorId } : undefined}>
        {actorName(record)}
      </FilterLink>{" "}
      {describeVerb(record)} <Subject record={record} filters={filters} />
    </>
  );
}

/** Links to the subject of the action. Renders nothing if there is none or it is the actor. */
function Subject({ record, filters }: { record: AuditRecord; filters: AuditFilters }) {
  const { subjectType, subjectId } = record;
  const name = subjectName(record);
  if (name === undefined || subjectId === null) return null;
  switch (subjectType) {
    case "ad":
      return (
        <Link to="/ad/$id" params={{ id: subjectId }} preload={false}>
          {name}
        </Link>
      );
    case "payment":
      return (
        <Link to="/admin/users" search={{ q: subjectId }} preload={false}>
          {name}
        </Link>
      );
    case "coupon":
      return (
        <Link to="/admin/coupons" preload={false}>
          {name}
        </Link>
      );
    default:
      return <FilterLink filters={{ ...filters, subject: subjectId }}>{name}</FilterLink>;
  }
}

type FilterLinkProps = { filters: AuditFilters | undefined; children: string };

function FilterLink({ filters, children }: FilterLinkProps) {
  if (!filters) return <b className="font-semibold">{children}</b>;
  return (
    <Link
      to="/admin/audit"
      search={{ ...filters }}
      preload={false}
      activeProps={{}}
      className="font-semibold"
    >
      {children}
    </Link>
  );
}
