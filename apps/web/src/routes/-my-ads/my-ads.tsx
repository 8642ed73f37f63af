import { Button } from "@studbook/ui/button";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { cardGrid } from "../../features/ads/card-grid.ts";
import { ownAds, refreshAds } from "../../features/ads/own-ads.ts";
import { currentUser } from "../../features/auth/current-user.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { pageWidth } from "../../layout/page-width.ts";
import { api } from "../../member-api.ts";
import type { Data } from "../../trpc.ts";
import { findListingLimit } from "../-listing-limit/find-listing-limit.ts";
import { ListingLimitCard } from "../-listing-limit/listing-limit-card.tsx";
import { MyAdsHead } from "./my-ads-head.tsx";
import { NoListings } from "./no-listings.tsx";
import { OwnAdCard } from "./own-ad-card.tsx";

/** The owner's listings and how many there may be (specification, section 2). */
export function MyAds({ data }: { data: Data }) {
  const { data: user } = useQuery(currentUser(data));
  const query = useInfiniteQuery(ownAds(data));
  const deletion = api.ads.delete.useMutation();
  const page = useRef<HTMLDivElement>(null);
  if (!user) return null;
  const limit = findListingLimit(user, new Date());
  const ads = query.data?.pages.flatMap(({ items }) => items) ?? [];

  const remove = async (id: string) => {
    try {
      await deletion.mutateAsync({ id });
    } catch (error) {
      const { code, text } = describeFailure(error);
      if (code === "NOT_SIGNED_IN") return;
      return void showToast({ title: "Error", text, tone: "destructive" });
    }
    void showToast({ title: "Ad deleted successfully", tone: "success" });
    await refreshAds(data);
    page.current?.querySelector("h1")?.focus();
  };

  return (
    <div ref={page} className={`grid gap-6 pt-8 pb-18 ${pageWidth}`}>
      <title>My Stud Listings · Studbook</title>
      <meta name="robots" content="noindex" />
      <MyAdsHead user={user} limit={limit} canCreate={!limit && ads.length > 0} />
      {limit && <ListingLimitCard user={user} limit={limit} />}
      {ads.length > 0 && (
        <ul aria-label="My listings" className={cardGrid}>
          {ads.map((ad) => (
            <li key={ad.id}>
              <OwnAdCard
                ad={ad}
                isDeleting={deletion.isPending && deletion.variables.id === ad.id}
                onDelete={() => void remove(ad.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {ads.length === 0 && <NoListings canCreate={!limit} />}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="justify-self-center max-sm:w-full"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? "Loading…" : "Load more"}
        </Button>
      )}
    </div>
  );
}
