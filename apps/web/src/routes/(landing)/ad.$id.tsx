import { photoAtWidth } from "@studbook/domain/photos";
import { titledName } from "@studbook/domain/record/describe-record";
import { isSampleAd } from "@studbook/domain/samples";
import { stateName } from "@studbook/domain/states";
import { buttonClass } from "@studbook/ui/button";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { adPage } from "../../features/ads/ad-queries.ts";
import { useViewer } from "../../features/auth/use-viewer.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import { ServerRendered } from "../../layout/server-rendered.tsx";
import { AdActions } from "../-ad/ad-actions.tsx";
import { AdFacts } from "../-ad/ad-facts.tsx";
import { adDescription, adStructuredData } from "../-ad/ad-metadata.ts";
import { AdNotFound } from "../-ad/ad-not-found.tsx";
import { AdPending } from "../-ad/ad-pending.tsx";
import { AdminSlot } from "../-ad/admin-slot.tsx";
import { BackToSearch } from "../-ad/back-to-search.tsx";
import { ContactBar } from "../-ad/contact-bar.tsx";
import { Description } from "../-ad/description.tsx";
import { Disclaimer } from "../-ad/disclaimer.tsx";
import { Gallery } from "../-ad/gallery.tsx";
import { hasRecord } from "../-ad/has-record.ts";
import { OwnerContact } from "../-ad/owner-contact.tsx";
import { RelatedSlot } from "../-ad/related-slot.tsx";

const HiddenNotice = lazy(() => import("../-ad/hidden-notice.tsx"));
const RecordTop = lazy(() => import("../-ad/record/record-top.tsx"));
const RecordBottom = lazy(() => import("../-ad/record/record-bottom.tsx"));
const ClubTestsOnly = lazy(() => import("../-ad/record/club-tests-only.tsx"));

export const Route = createFileRoute("/(landing)/ad/$id")({
  loader: async ({ context: { data }, params }) => {
    const page = await data.queryClient.ensureQueryData(adPage(data, params.id));
    if (!page) throw notFound();
  },
  component: AdPage,
  pendingComponent: AdPending,
  notFoundComponent: AdNotFound,
});

const COLUMNS =
  "grid gap-7 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:items-start lg:gap-12 print:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] print:gap-x-7 print:gap-y-3.5";

function AdPage() {
  const { id } = Route.useParams();
  const { data, settings } = Route.useRouteContext();
  const { today } = settings;
  const viewer = useViewer();
  const { data: page } = useQuery(adPage(data, id));
  if (!page) throw notFound();
  const { ad, clubTests } = page;
  const [image] = ad.images;
  const isRecorded = hasRecord(ad);
  // What the server has rendered stays as it is, so a changed ad is a new element.
  const version = ad.id + ad.updatedAt;
  return (
    <div className={`pt-4 pb-18 print:pt-3 print:pb-0 ${pageWidth}`}>
      <PageHead
        title={`${titledName(ad.dogName, ad.record?.titles)}, ${ad.breed} stud in ${stateName(ad.state)}`}
        description={adDescription(ad)}
        settings={settings}
        path={`/ad/${ad.id}`}
        image={image && photoAtWidth(image, 1600)}
      />
      <BackToSearch />
      <AdminSlot ad={ad} data={data} viewer={viewer} />
      {(ad.hiddenReason ||
        ad.hiddenSince !== undefined ||
        ad.record?.availability?.pausedUntil !== undefined) && (
        <Suspense>
          <HiddenNotice ad={ad} viewer={viewer ?? undefined} />
        </Suspense>
      )}
      <div className={COLUMNS}>
        <div className="grid gap-2">
          <Gallery key={ad.id} name={ad.dogName} images={ad.images} isSample={isSampleAd(ad.id)} />
          <AdActions ad={ad} />
        </div>
        <aside className="grid gap-5.5 lg:sticky lg:top-25 lg:col-start-2 lg:row-span-2 lg:row-start-1 print:static print:row-span-1 print:gap-3">
          <AdFacts ad={ad} today={today} />
          {isRecorded ? (
            <a href="#contact" className={`${buttonClass()} print:hidden`}>
              Contact the owner
            </a>
          ) : (
            <>
              <OwnerContact ad={ad} />
              <Disclaimer />
            </>
          )}
        </aside>
        {!isRecorded && <Description name={ad.dogName} text={ad.description} />}
      </div>
      {isRecorded && (
        <div className="ad-more">
          <ServerRendered key={version}>
            <Suspense>
              <RecordTop ad={ad} clubTests={clubTests} today={today} />
            </Suspense>
          </ServerRendered>
          <div>
            <OwnerContact ad={ad} />
          </div>
          <ServerRendered key={`${version} bottom`}>
            <Suspense>
              <RecordBottom ad={ad} today={today} />
            </Suspense>
          </ServerRendered>
          <Description name={ad.dogName} text={ad.description} />
        </div>
      )}
      {!isRecorded && clubTests && (
        <ServerRendered key={version}>
          <Suspense>
            <ClubTestsOnly ad={ad} list={clubTests} />
          </Suspense>
        </ServerRendered>
      )}
      <RelatedSlot key={ad.id} ad={ad} data={data} today={today} />
      <ContactBar ad={ad} />
      <script type="application/ld+json">{adStructuredData(ad, settings.origin)}</script>
    </div>
  );
}
