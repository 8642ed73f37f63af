import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { adminUsers } from "../features/admin/admin-queries.ts";
import { readUserFilters } from "../features/admin/user-filters.ts";
import { readOpenPages } from "../features/lists/open-pages.ts";
import { ManageUsers } from "./-admin-users/manage-users.tsx";

export const Route = createFileRoute("/admin/users")({
  codeSplitGroupings: [["loader", "component"]],
  validateSearch: queryReader<"/admin/users">("/admin/users"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(
      adminUsers(data, readUserFilters(deps), readOpenPages(deps.pages)),
    );
    if (typeof document === "undefined") await loading;
    // In the browser the page itself shows what is loading or has failed.
    else loading.catch(() => undefined);
  },
  component: ManageUsersPage,
});

function ManageUsersPage() {
  const { data } = Route.useRouteContext();
  const { pages, ...query } = Route.useSearch();
  return (
    <ManageUsers
      data={data}
      query={query}
      filters={readUserFilters(query)}
      open={readOpenPages(pages)}
    />
  );
}
