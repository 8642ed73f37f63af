import { createFileRoute, notFound } from "@tanstack/react-router";
import { adPage } from "../features/ads/ad-queries.ts";
import { AdNotFound } from "./-ad/ad-not-found.tsx";
import { PrintSheet } from "./-print/print-sheet.tsx";

export const Route = createFileRoute("/ad/$id_/print")({
  codeSplitGroupings: [["loader", "component", "notFoundComponent"]],
  loader: async ({ context: { data }, params }) => {
    const page = await data.queryClient.ensureQueryData(adPage(data, params.id));
    if (!page) throw notFound();
    return page.ad;
  },
  component: PrintRoute,
  notFoundComponent: AdNotFound,
});

function PrintRoute() {
  const { settings } = Route.useRouteContext();
  return <PrintSheet ad={Route.useLoaderData()} settings={settings} />;
}
