import { MAX_PHOTOS_PER_AD } from "@studbook/domain/photos";
import { buttonClass } from "@studbook/ui/button";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import portrait from "../../assets/pictures/corgi.webp";
import { getNow } from "../../clock.ts";
import { isPublicAd } from "../../features/ads/list-ad-states.ts";
import { useOldFacts } from "../../features/ads/old-facts.ts";
import { OWN_ADS_PER_PAGE, ownAds } from "../../features/ads/own-ads.ts";
import type { PublishedAd } from "../../features/ads/published-ad.ts";
import { currentUser } from "../../features/auth/current-user.ts";
import { LoadMore } from "../../features/lists/load-more.tsx";
import { openPagesParameter } from "../../features/lists/open-pages.ts";
import { useOpenPages } from "../../features/lists/use-open-pages.ts";
import { pageWidth } from "../../layout/page-width.ts";
import type { Data } from "../../trpc.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingLimitCard, UpgradeLine } from "../-listing-limit/listing-limit-card.tsx";
import { LiveAd } from "./live-ad.tsx";
import { MembershipTerm } from "./membership-term.tsx";
import { MyAdsHead } from "./my-ads-head.tsx";
import { OwnAdsList } from "./own-ads-list.tsx";

type MyAdsProps = {
  data: Data;
  /** How many pages of the list are open. */
  open: number;
};

/** The user's listings and the limit on their number (specification, section 2). */
export function MyAds({ data, open }: MyAdsProps) {
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUser(data));
  const query = useInfiniteQuery(ownAds(data, open));
  const list = useOpenPages(query, {
    size: OWN_ADS_PER_PAGE,
    open,
    onOpen: (count) =>
      void navigate({
        to: "/my-ads",
        search: openPagesParameter(count),
        replace: true,
        resetScroll: false,
      }),
  });
  const cards = useRef<HTMLUListElement>(null);
  // The button that had the focus is gone, so the first new card gets it.
  const focusAd = useCallback((index: number) => {
    const link = cards.current?.children[index]?.querySelector("a");
    link?.focus({ preventScroll: true });
  }, []);
  const oldFacts = useOldFacts(data, query.data?.pageParams ?? []);
  const published = usePublishedAd();
  if (!user) return null;
  const limit = findListingLimit(user, getNow());
  const ads = list.items;
  const total = query.data?.pages.at(-1)?.total ?? 0;
  // The heading would get the focus if the news appeared only with the list.
  const isLive = !query.data || ads.some((ad) => ad.id === published?.id && isPublicAd(ad));
  const news = isLive ? published : undefined;

  return (
    <div className={`grid gap-6 pt-8 pb-18 ${pageWidth}`}>
      <title>My Stud Listings · Studbook</title>
      <meta name="robots" content="noindex" />
      <MyAdsHead user={user} limit={limit} canCreate={!limit && ads.length > 0} />
      {limit && limit !== "reached" && <ListingLimitCard user={user} limit={limit} />}
      {news ? <LiveAd ad={news} /> : <MembershipTerm user={user} />}
      {ads.length > 0 && <OwnAdsList ref={cards} ads={ads} oldFacts={oldFacts} data={data} />}
      {ads.length === 0 && <NoListings canCreate={!limit} />}
      <LoadMore
        query={list}
        shown={ads.length}
        progress={ads.length < total ? `Showing ${ads.length} of ${total}` : ""}
        failure="Could not load more listings"
        onLast={focusAd}
      />
      {(news || limit === "reached") && (
        <div className="[&>*+*]:border-t-0">
          {news && <MembershipTerm user={user} />}
          {limit === "reached" && <UpgradeLine />}
        </div>
      )}
    </div>
  );
}

/** Returns the listing that was just created, until the page is left or reloaded. */
function usePublishedAd(): PublishedAd | undefined {
  const router = useRouter();
  const [published] = useState(router.state.location.state.publishedAd);
  useEffect(() => {
    if (published) void router.navigate({ to: ".", search: true, state: {}, replace: true });
  }, [router, published]);
  return published;
}

function NoListings({ canCreate }: { canCreate: boolean }) {
  return (
    <EmptyPanel image={portrait}>
      <h2>No Listings Yet</h2>
      <p className="text-ink-soft">
        {canCreate
          ? `Create your first listing: a few facts, a description and up to ${MAX_PHOTOS_PER_AD} photos.`
          : "Your listings will appear here."}
      </p>
      {canCreate && (
        <Link to="/create-ad" className={buttonClass()}>
          <Plus className="size-5" />
          Create Stud Listing
        </Link>
      )}
    </EmptyPanel>
  );
}
