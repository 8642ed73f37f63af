import { isPublicAd } from "../../features/ads/list-ad-states.ts";
import type { OwnAd } from "../../features/ads/own-ads.ts";
import { shareLink } from "../../features/ads/share-link.ts";
import { showToast } from "../../features/toasts/show-toast.ts";

/** Shares the link of a listing, and shows in a toast whether it was copied. */
export async function shareAd(ad: OwnAd): Promise<void> {
  const url = `${location.origin}/ad/${ad.id}`;
  const outcome = await shareLink({ title: ad.dogName, url });
  if (outcome === "failed") {
    await showToast({ title: "The link could not be copied", text: url, tone: "destructive" });
  } else if (outcome === "copied") {
    const text = isPublicAd(ad)
      ? undefined
      : "It opens for visitors when the listing is public again.";
    await showToast({ title: "Link copied", text, tone: "success" });
  }
}
