import { createFileRoute, notFound } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { findErrorCode } from "../error-code.ts";
import { ownerAds } from "../features/ads/owner-ads.ts";
import { readOpenPages } from "../features/lists/open-pages.ts";
import { OwnerNotFound } from "./-owner/owner-not-found.tsx";
import { OwnerPage } from "./-owner/owner-page.tsx";

export const Route = createFileRoute("/owners/$id")({
  codeSplitGroupings: [["loader", "component", "notFoundComponent"]],
  validateSearch: queryReader<"/owners/$id">("/owners/$id"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, params: { id }, deps }) => {
    try {
      const open = readOpenPages(deps.pages);
      await data.queryClient.ensureInfiniteQueryData(ownerAds(data, id, open));
    } catch (error) {
      if (findErrorCode(error) === "OWNER_NOT_FOUND") throw notFound();
      throw error;
    }
  },
  component: OwnerRoute,
  notFoundComponent: OwnerNotFound,
});

function OwnerRoute() {
  const { id } = Route.useParams();
  const { data, settings } = Route.useRouteContext();
  const open = readOpenPages(Route.useSearch().pages);
  return <OwnerPage id={id} data={data} settings={settings} open={open} />;
}
