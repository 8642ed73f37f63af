import type { Settings } from "@studbook/api/page-contract";
import { pluralize } from "@studbook/domain/format";
import { SEARCH_PAGE_SIZE } from "@studbook/domain/page-sizes";
import type { Owner } from "@studbook/domain/schemas/owner";
import { stateName } from "@studbook/domain/states";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { AdCard } from "../../features/ads/ad-card.tsx";
import { cardGrid } from "../../features/ads/card-grid.ts";
import { ContactCard } from "../../features/ads/contact-card.tsx";
import { ownerAds } from "../../features/ads/owner-ads.ts";
import { LoadMore } from "../../features/lists/load-more.tsx";
import { openPagesParameter } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import type { Data } from "../../trpc.ts";
import { BackToSearch } from "../-ad/back-to-search.tsx";
import { Disclaimer } from "../-ad/disclaimer.tsx";

type OwnerPageProps = { id: string; data: Data; settings: Settings; open: number };

/** An owner's public listings, under the kennel's name if all of them state the same one. */
export function OwnerPage({ id, data, settings, open }: OwnerPageProps) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(ownerAds(data, id, open));
  const list = useOpenPages(query, {
    size: SEARCH_PAGE_SIZE,
    open,
    onOpen: (count) =>
      void navigate({
        to: "/owners/$id",
        params: { id },
        search: openPagesParameter(count),
        replace: true,
        resetScroll: false,
      }),
  });
  const page = useRef<HTMLDivElement>(null);
  const focusAd = useCallback((index: number) => {
    const card = page.current?.querySelectorAll("ul[aria-label=Listings] > li")[index];
    card?.querySelector("a")?.focus({ preventScroll: true });
  }, []);
  const last = query.data?.pages.at(-1);
  if (!last) return null;
  const { owner, total } = last;
  const title = owner.kennelName ?? owner.name;
  const about = describeOwner(owner, total);
  return (
    <div ref={page} className={`grid grid-cols-1 gap-8 pt-4 pb-18 ${pageWidth}`}>
      <PageHead
        title={`${title}, ${pluralize(total, "stud", "studs")}`}
        description={`${title}: ${about}`}
        settings={settings}
        path={`/owners/${id}`}
      />
      <BackToSearch />
      <div className="-mt-8 grid items-start gap-7 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-12">
        <div className="grid gap-3">
          <h1>{title}</h1>
          <p className="text-lg">{about}</p>
          <Disclaimer isRecord />
        </div>
        <ContactCard email={owner.email} phone={owner.phone} />
      </div>
      <section className="grid gap-5.5 border-t-2 border-ink pt-5.5">
        <h2>{`Studs of ${title}`}</h2>
        <ul aria-label="Listings" className={cardGrid}>
          {list.items.map((ad, index) => (
            <AdCard key={ad.id} ad={ad} today={settings.today} isFirst={index === 0} />
          ))}
        </ul>
        <LoadMore
          query={list}
          shown={list.items.length}
          progress={list.items.length < total ? `Showing ${list.items.length} of ${total}` : ""}
          failure="Could not load more listings"
          onLast={focusAd}
        />
      </section>
    </div>
  );
}

/** Returns who and where the owner is, and how many studs are listed. */
function describeOwner({ name, kennelName, city, state }: Owner, total: number): string {
  const place = city ? `${city}, ${stateName(state)}` : stateName(state);
  const who = kennelName ? `${name}, ${place}` : place;
  return `${who}. ${pluralize(total, "stud", "studs")} listed.`;
}
