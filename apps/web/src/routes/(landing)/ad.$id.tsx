import { photoAtWidth } from "@studbook/domain/photos";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { adById } from "../../features/ads/ad-queries.ts";
import { useViewer } from "../../features/auth/use-viewer.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import { AdFacts } from "../-ad/ad-facts.tsx";
import { adDescription, adStructuredData } from "../-ad/ad-metadata.ts";
import { AdNotFound } from "../-ad/ad-not-found.tsx";
import { AdPending } from "../-ad/ad-pending.tsx";
import { AdminSlot } from "../-ad/admin-slot.tsx";
import { BackToSearch } from "../-ad/back-to-search.tsx";
import { Description } from "../-ad/description.tsx";
import { Gallery } from "../-ad/gallery.tsx";
import { OwnerContact } from "../-ad/owner-contact.tsx";

const HiddenNotice = lazy(() => import("../-ad/hidden-notice.tsx"));

export const Route = createFileRoute("/(landing)/ad/$id")({
  loader: async ({ context: { data }, params }) => {
    const ad = await data.queryClient.ensureQueryData(adById(data, params.id));
    if (!ad) throw notFound();
  },
  component: AdPage,
  pendingComponent: AdPending,
  notFoundComponent: AdNotFound,
});

function AdPage() {
  const { id } = Route.useParams();
  const { data, settings } = Route.useRouteContext();
  const viewer = useViewer();
  const { data: ad } = useQuery(adById(data, id));
  if (!ad) throw notFound();
  const [image] = ad.images;
  return (
    <div className={`pt-4 pb-18 print:pt-3 print:pb-0 ${pageWidth}`}>
      <PageHead
        title={`${ad.dogName}, ${ad.breed} stud in ${stateName(ad.state)}`}
        description={adDescription(ad)}
        settings={settings}
        path={`/ad/${ad.id}`}
        image={image && photoAtWidth(image, 1600)}
      />
      <BackToSearch />
      <AdminSlot ad={ad} data={data} viewer={viewer} />
      {(ad.hiddenReason || ad.hiddenSince !== undefined) && (
        <Suspense>
          <HiddenNotice ad={ad} viewer={viewer ?? undefined} />
        </Suspense>
      )}
      <div className="grid gap-7 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:items-start lg:gap-12 print:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] print:gap-x-7 print:gap-y-3.5">
        <Gallery key={ad.id} name={ad.dogName} images={ad.images} isSample={isSampleAd(ad.id)} />
        <aside className="grid gap-5.5 lg:sticky lg:top-25 lg:col-start-2 lg:row-span-2 lg:row-start-1 print:static print:row-span-1 print:gap-3">
          <AdFacts ad={ad} today={settings.today} />
          <OwnerContact ad={ad} />
        </aside>
        <Description name={ad.dogName} text={ad.description} />
      </div>
      <script type="application/ld+json">{adStructuredData(ad, settings.origin)}</script>
    </div>
  );
}
