import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { adminCoupons } from "../features/admin/admin-queries.ts";
import { readOpenPages } from "../features/lists/open-pages.ts";
import { Coupons } from "./-admin-coupons/coupons.tsx";

export const Route = createFileRoute("/admin/coupons")({
  codeSplitGroupings: [["loader", "component"]],
  validateSearch: queryReader<"/admin/coupons">("/admin/coupons"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(
      adminCoupons(data, readOpenPages(deps.pages)),
    );
    if (typeof document === "undefined") await loading;
    // In the browser the page itself shows what is loading or has failed.
    else loading.catch(() => undefined);
  },
  component: CouponsPage,
});

function CouponsPage() {
  const { data } = Route.useRouteContext();
  return <Coupons data={data} open={readOpenPages(Route.useSearch().pages)} />;
}
