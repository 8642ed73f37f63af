import { createFileRoute, notFound } from "@tanstack/react-router";
import { EditAd } from "./-ad-form/edit-ad.tsx";
import { findOwnAd } from "./-ad-form/find-own-ad.ts";
import { OwnAdNotFound } from "./-ad-form/own-ad-not-found.tsx";

export const Route = createFileRoute("/_member/edit-ad/$id")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"], ["notFoundComponent"]],
  loader: async ({ context: { data }, params }) => {
    const ad = await findOwnAd(data, params.id);
    if (!ad) throw notFound();
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
