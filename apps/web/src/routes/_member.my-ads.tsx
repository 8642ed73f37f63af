import { createFileRoute } from "@tanstack/react-router";
import { ownAds } from "../features/ads/own-ads.ts";
import { MyAds } from "./-my-ads/my-ads.tsx";

export const Route = createFileRoute("/_member/my-ads")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"]],
  loader: async ({ context: { data } }) => {
    await data.queryClient.ensureInfiniteQueryData(ownAds(data));
  },
  component: MyAdsPage,
});

function MyAdsPage() {
  const { data } = Route.useRouteContext();
  return <MyAds data={data} />;
}
