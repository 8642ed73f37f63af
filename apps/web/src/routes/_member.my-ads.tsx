import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { oldFacts } from "../features/ads/old-facts.ts";
import { ownAds } from "../features/ads/own-ads.ts";
import { readOpenPages } from "../features/lists/open-pages.ts";
import { MyAds } from "./-my-ads/my-ads.tsx";

export const Route = createFileRoute("/_member/my-ads")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"]],
  validateSearch: queryReader<"/my-ads">("/my-ads"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const { queryClient } = data;
    const own = await queryClient.ensureInfiniteQueryData(ownAds(data, readOpenPages(deps.pages)));
    await Promise.all(
      own.pageParams.map((page) => queryClient.prefetchQuery(oldFacts(data, page))),
    );
  },
  component: MyAdsPage,
});

function MyAdsPage() {
  const { data } = Route.useRouteContext();
  return <MyAds data={data} open={readOpenPages(Route.useSearch().pages)} />;
}
