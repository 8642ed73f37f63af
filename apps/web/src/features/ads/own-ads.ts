import { DEFAULT_PAGE_SIZE } from "@studbook/domain/page-sizes";
import { apiKeyPrefix, apiPages, type Data } from "../../trpc.ts";
import { currentUser } from "../auth/current-user.ts";

/** The signed-in user's listings, newest first, 100 per page. */
export function ownAds(data: Data) {
  return apiPages(data, "ads.mine", { limit: DEFAULT_PAGE_SIZE });
}

/**
 * Call this after a listing was created, changed or deleted. Refetches the listings on the page and the
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
