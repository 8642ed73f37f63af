import { createFileRoute } from "@tanstack/react-router";
import { adminCoupons } from "../features/admin/admin-queries.ts";
import { Coupons } from "./-admin-coupons/coupons.tsx";

export const Route = createFileRoute("/admin/coupons")({
  codeSplitGroupings: [["loader", "component"]],
  loader: async ({ context: { data } }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(adminCoupons(data));
    if (typeof document === "undefined") await loading;
    // In the browser the page itself shows what is loading or has failed.
    else loading.catch(() => undefined);
  },
  component: CouponsPage,
});

function CouponsPage() {
  const { data } = Route.useRouteContext();
  return <Coupons data={data} />;
}
