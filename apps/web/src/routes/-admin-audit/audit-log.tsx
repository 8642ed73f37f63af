import { Card } from "@studbook/ui/card";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { Skeleton } from "@studbook/ui/skeleton";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import portrait from "../../assets/pictures/bloodhound.webp";
import { AdminPage } from "../../features/admin/admin-page.tsx";
import { auditRecords, RECORDS_PER_PAGE } from "../../features/admin/admin-queries.ts";
import type { AuditFilters } from "../../features/admin/audit-filters.ts";
import { IgnoredFilters } from "../../features/admin/ignored-filters.tsx";
import { LoadMore } from "../../features/lists/load-more.tsx";
import { openPagesParameter } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { RetryProblem } from "../../layout/retry-problem.tsx";
import type { Data } from "../../trpc.ts";
import { ActiveAuditFilters } from "./active-audit-filters.tsx";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { RecordsTable } from "./records-table.tsx";

type AuditLogProps = {
  data: Data;
  /** The filters in the address. */
  query: Record<string, string>;
  /** The valid ones. */
  filters: AuditFilters;
  /** How many pages of the list are open. */
  open: number;
};

/** The records of the audit log, newest first. */
export function AuditLog({ data, query: address, filters, open }: AuditLogProps) {
  const navigate = useNavigate();
  const table = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery({
    ...auditRecords(data, filters, open),
    placeholderData: keepPreviousData,
  });
  const isWaiting = query.isPlaceholderData;
  const list = useOpenPages(query, {
    size: RECORDS_PER_PAGE,
    open,
    onOpen: (count) =>
      void navigate({
        to: "/admin/audit",
        search: { ...filters, ...openPagesParameter(count) },
        replace: true,
        resetScroll: false,
      }),
  });
  const records = list.items;
  const focusRecord = useCallback((index: number) => {
    table.current?.querySelectorAll<HTMLElement>("tbody tr")[index]?.focus();
  }, []);
  const choose = (to: AuditFilters) =>
    void navigate({ to: "/admin/audit", search: { ...to }, resetScroll: false });
  const hasNone = query.isSuccess && !isWaiting && records.length === 0;

  return (
    <AdminPage title="Audit Log" isInner>
      <AuditFilterForm
        key={JSON.stringify(filters)}
        data={data}
        filters={filters}
        onChoose={choose}
      />
      <IgnoredFilters query={address} filters={filters} />
      <ActiveAuditFilters filters={filters} records={isWaiting ? [] : records} />
      {query.isError && records.length === 0 && (
        <RetryProblem
          error={query.error}
          title={<h2 className="mb-1 text-xl">The log could not be loaded</h2>}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <div aria-busy="true">
          <Skeleton className="h-80 rounded-lg" />
        </div>
      )}
      <div role="status" className="contents">
        {hasNone && (
          <EmptyPanel image={portrait}>
            <h2>No records found</h2>
            <p className="text-ink-soft">No records match these filters.</p>
          </EmptyPanel>
        )}
      </div>
      {records.length > 0 && (
        <Card className="overflow-hidden">
          <div ref={table} aria-busy={isWaiting}>
            <RecordsTable records={records} filters={filters} />
          </div>
        </Card>
      )}
      {!isWaiting && records.length > 0 && (
        <LoadMore
          query={list}
          shown={records.length}
          progress={
            list.hasNextPage || query.hasNextPage
              ? `Showing the ${records.length} most recent`
              : `Showing ${records.length === 1 ? "1 record" : `all ${records.length} records`}`
          }
          failure="Could not load more records"
          onLast={focusRecord}
        />
      )}
    </AdminPage>
  );
}
