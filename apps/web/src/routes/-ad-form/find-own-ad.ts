import { type Ad, adById } from "../../features/ads/ad-queries.ts";
import { ownAds } from "../../features/ads/own-ads.ts";
import type { Data } from "../../trpc.ts";
import { clubTestsOf } from "./record/club-tests.ts";

/** Returns an ad of the signed-in user, also if it is hidden, or undefined if there is none with this ID. */
export async function findOwnAd(data: Data, id: string): Promise<Ad | undefined> {
  const { queryClient } = data;
  const [ad, own] = await Promise.all([
    // Not a guest's copy from a document for everyone, which is invalid for members.
    queryClient.fetchQuery(adById(data, id)),
    queryClient.ensureInfiniteQueryData(ownAds(data)),
  ]);
  // The user ID is not public, but each of the user's own ads has it.
  if (!ad || ad.userId !== own.pages[0]?.items[0]?.userId) return undefined;
  // The form shows them with the tests of the ad. It works without them.
  await queryClient.prefetchQuery(clubTestsOf(data, ad.breed));
  return ad;
}
