import { pluralBreed } from "@studbook/domain/record/describe-record";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Ad, AdSummary } from "../../features/ads/ad-queries.ts";
import { apiQuery, type Data } from "../../trpc.ts";
import { MiniCard } from "./mini-card.tsx";

type RelatedAdsProps = { ad: Ad; data: Data; today: string };

/** The owner's other listings and similar ones. A default export for React's lazy. Without them, nothing is shown. */
export default function RelatedAds({ ad, data, today }: RelatedAdsProps) {
  const { id, breed, userId } = ad;
  const { data: related } = useQuery(apiQuery(data, "ads.related", { id, breed, userId }));
  if (!related) return null;
  const { moreFromOwner, ownerTotal, similar } = related;
  return (
    <>
      <Strip
        title={`More from ${ad.ownerName}`}
        ads={moreFromOwner}
        today={today}
        more={<Link to="/owners/$id" params={{ id: userId }}>{`All ${ownerTotal} studs`}</Link>}
      />
      <Strip
        title="Similar studs"
        ads={similar}
        today={today}
        more={<Link to="/search" search={{ breed }}>{`All ${pluralBreed(breed)}`}</Link>}
      />
    </>
  );
}

type StripProps = { title: string; ads: readonly AdSummary[]; today: string; more: ReactNode };

function Strip({ title, ads, today, more }: StripProps) {
  if (ads.length === 0) return null;
  return (
    <section className="mt-12 border-t-2 border-ink pt-5">
      <div className="mb-4.5 flex flex-wrap items-baseline justify-between gap-x-4 *:last:min-h-11">
        <h2>{title}</h2>
        {more}
      </div>
      <ul className="-mx-(--sb-gutter) grid snap-x snap-mandatory auto-cols-[minmax(248px,70%)] grid-flow-col gap-4 overflow-x-auto scroll-px-(--sb-gutter) px-(--sb-gutter) pt-0.5 pb-3.5 md:mx-0 md:auto-cols-auto md:grid-flow-row md:grid-cols-2 md:gap-6 md:overflow-visible md:p-0 lg:grid-cols-4">
        {ads.map((other) => (
          <MiniCard key={other.id} ad={other} today={today} />
        ))}
      </ul>
    </section>
  );
}
