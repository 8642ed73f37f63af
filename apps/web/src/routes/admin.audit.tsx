import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { auditRecords } from "../features/admin/admin-queries.ts";
import { readAuditFilters } from "../features/admin/audit-filters.ts";
import { readOpenPages } from "../features/lists/open-pages.ts";
import { AuditLog } from "./-admin-audit/audit-log.tsx";

export const Route = createFileRoute("/admin/audit")({
  codeSplitGroupings: [["loader", "component"]],
  validateSearch: queryReader<"/admin/audit">("/admin/audit"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(
      auditRecords(data, readAuditFilters(deps), readOpenPages(deps.pages)),
    );
    if (typeof document === "undefined") await loading;
    // In the browser the page itself shows what is loading or has failed.
    else loading.catch(() => undefined);
  },
  component: AuditLogPage,
});

function AuditLogPage() {
  const { data } = Route.useRouteContext();
  const { pages, ...query } = Route.useSearch();
  return (
    <AuditLog
      data={data}
      query={query}
      filters={readAuditFilters(query)}
      open={readOpenPages(pages)}
    />
  );
}
