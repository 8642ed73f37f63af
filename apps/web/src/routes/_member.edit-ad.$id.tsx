import { createFileRoute, notFound } from "@tanstack/react-router";
import { adById } from "../features/ads/ad-queries.ts";
import { ownAds } from "../features/ads/own-ads.ts";
import { EditAd } from "./-ad-form/edit-ad.tsx";
import { OwnAdNotFound } from "./-ad-form/own-ad-not-found.tsx";

export const Route = createFileRoute("/_member/edit-ad/$id")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"], ["notFoundComponent"]],
  loader: async ({ context: { data }, params }) => {
    const [ad, own] = await Promise.all([
      // Not a guest's copy from a document for everyone, which is invalid for members.
      data.queryClient.fetchQuery(adById(data, params.id)),
      data.queryClient.ensureInfiniteQueryData(ownAds(data)),
    ]);
    // The user ID is not public, but each of the user's own ads has it.
    if (!ad || ad.userId !== own.pages[0]?.items[0]?.userId) throw notFound();
    return ad;
  },
  component: EditAdPage,
  notFoundComponent: OwnAdNotFound,
});

function EditAdPage() {
  const { data, settings } = Route.useRouteContext();
  const ad = Route.useLoaderData();
  return <EditAd key={ad.id} ad={ad} data={data} today={settings.today} />;
}
