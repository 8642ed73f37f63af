import { DEFAULT_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { apiKeyPrefix, apiPages, type Data, type Outputs } from "../../trpc.ts";
import { currentUser } from "../auth/current-user.ts";

/** A listing as its owner sees it in a list. */
export type OwnAd = Outputs["ads"]["mine"]["items"][number];

/** The number of listings per page of My Ads. */
export const OWN_ADS_PER_PAGE = DEFAULT_PAGE_SIZE;

/** The open pages of the signed-in user's listings, newest first. */
export function ownAds(data: Data, open = 1) {
  return apiPages(data, "ads.mine", { limit: OWN_ADS_PER_PAGE }, { open });
}

/**
 * Call this after a listing was created, changed, paused or deleted. Refetches the listings on the page and the
 * user's number of listings, and drops the other cached listings.
 */
export async function refreshAds(data: Data): Promise<void> {
  const { queryClient } = data;
  const queryKey = apiKeyPrefix("ads");
  queryClient.removeQueries({ queryKey, type: "inactive" });
  await Promise.allSettled([
    queryClient.invalidateQueries({ queryKey }),
    queryClient.fetchQuery({ ...currentUser(data), staleTime: 0 }),
  ]);
}
