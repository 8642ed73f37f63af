import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { photoAtWidth } from "@studbook/domain/photos";
import { type Ad, adById } from "../features/ads/ad-queries.ts";
import { pageHead } from "../layout/page-head.ts";
import { pageWidth } from "../layout/page-width.ts";
import { AdFacts } from "./-ad/ad-facts.tsx";
import { AdNotFound } from "./-ad/ad-not-found.tsx";
import { adDescription, adStructuredData } from "./-ad/ad-words.ts";
import { BackToSearch } from "./-ad/back-to-search.tsx";
import { Description } from "./-ad/description.tsx";
import { Gallery } from "./-ad/gallery.tsx";
import { OwnerContact } from "./-ad/owner-contact.tsx";

export const Route = createFileRoute("/ad/$id")({
  loader: async ({ context: { data }, params }) => {
    const ad = await data.queryClient.ensureQueryData(adById(data.client, params.id));
    if (!ad) throw notFound();
    return ad;
  },
  head: ({ loaderData: ad, match: { context } }) => (ad ? adHead(ad, context.settings) : {}),
  component: AdPage,
  notFoundComponent: AdNotFound,
});

function adHead(ad: Ad, settings: Parameters<typeof pageHead>[0]["settings"]) {
  const [image] = ad.images;
  return pageHead({
    title: `${ad.dogName}, ${ad.breed} stud in ${stateName(ad.state)}`,
    description: adDescription(ad),
    settings,
    path: `/ad/${ad.id}`,
    image: image && photoAtWidth(image, 1600),
  });
}

function AdPage() {
  const { id } = Route.useParams();
  const { data, settings } = Route.useRouteContext();
  const { data: ad } = useQuery(adById(data.client, id));
  if (!ad) return <AdNotFound />;
  return (
    <div className={`pt-4 pb-18 ${pageWidth}`}>
      <BackToSearch />
      <div className="grid gap-7 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:items-start lg:gap-x-12">
        <Gallery key={ad.id} name={ad.dogName} images={ad.images} isSample={isSampleAd(ad.id)} />
        <aside className="grid gap-5.5 lg:sticky lg:top-25 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <AdFacts ad={ad} today={settings.today} />
          <OwnerContact ad={ad} />
        </aside>
        <Description name={ad.dogName} text={ad.description} />
      </div>
      <script type="application/ld+json">{adStructuredData(ad, settings.origin)}</script>
    </div>
  );
}
