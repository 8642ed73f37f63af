import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import type { RefObject } from "react";
import { type OwnAd, refreshAds } from "../../features/ads/own-ads.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import { OwnAdCard } from "./own-ad-card.tsx";

type OwnAdsListProps = {
  ref: RefObject<HTMLUListElement | null>;
  ads: OwnAd[];
  oldFacts: OldFactOfAd[];
  data: Data;
};

/** The user's listings, one below the other. */
export function OwnAdsList({ ref, ads, oldFacts, data }: OwnAdsListProps) {
  const deletion = useAction("ads.delete");

  const findLink = (id: string) => ref.current?.querySelector<HTMLElement>(`a[href="/ad/${id}"]`);

  /** Removes the card of a listing that no longer exists. It had the focus, which its neighbor gets. */
  const removeCard = async (id: string) => {
    const index = ads.findIndex((ad) => ad.id === id);
    const neighbor = ads[index + 1] ?? ads[index - 1];
    await refreshAds(data);
    const next = neighbor ? findLink(neighbor.id) : document.querySelector<HTMLElement>("main h1");
    next?.focus({ preventScroll: neighbor !== undefined });
  };

  const remove = async (id: string) => {
    const outcome = await deletion.run({ id });
    if (outcome.isDone) void showToast({ title: "Ad deleted successfully", tone: "success" });
    // An ad that was deleted elsewhere disappears from the page too.
    else if (outcome.code !== "AD_NOT_FOUND") return;
    await removeCard(id);
  };

  /** Removes the row of a fact that was renewed. It had the focus, which its listing gets. */
  const removeFact = async (id: string) => {
    await refreshAds(data);
    findLink(id)?.focus();
  };

  return (
    <ul ref={ref} aria-label="My listings" className="grid gap-5">
      {ads.map((ad) => (
        <li key={ad.id}>
          <OwnAdCard
            ad={ad}
            oldFacts={oldFacts.filter(({ adId }) => adId === ad.id)}
            isDeleting={deletion.pendingInput?.id === ad.id}
            onDelete={() => void remove(ad.id)}
            onChange={() => void refreshAds(data)}
            onRenewed={() => void removeFact(ad.id)}
            onGone={() => void removeCard(ad.id)}
          />
        </li>
      ))}
    </ul>
  );
}
