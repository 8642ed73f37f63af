import { createFileRoute } from "@tanstack/react-router";
import { adminMonths, adminStats } from "../features/admin/admin-queries.ts";
import { Dashboard } from "./-admin/dashboard.tsx";

export const Route = createFileRoute("/admin/")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"]],
  loader: async ({ context: { data } }) => {
    await Promise.all([
      data.queryClient.ensureQueryData(adminStats(data)),
      data.queryClient.ensureQueryData(adminMonths(data, 12)),
    ]);
  },
  component: DashboardPage,
});

function DashboardPage() {
  const { data } = Route.useRouteContext();
  return <Dashboard data={data} />;
}
