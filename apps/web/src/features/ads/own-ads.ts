import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Data } from "../../trpc.ts";
import { currentUser } from "../auth/current-user.ts";

const initialCursor: string | null = null;

/** The signed-in user's listings, newest first, 100 to a page. */
export function ownAds({ getClient }: Data) {
  return infiniteQueryOptions({
    queryKey: ["ads", "mine"],
    queryFn: async ({ pageParam, signal }) => {
      const client = await getClient();
      return client.ads.mine.query(pageParam ? { cursor: pageParam } : {}, { signal });
    },
    initialPageParam: initialCursor,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/**
 * After a listing was created, changed or deleted: what is shown of listings and of their number is
 * asked for again, and the rest when it is next looked at.
 */
export async function refreshAds(data: Data): Promise<void> {
  const { queryClient } = data;
  queryClient.removeQueries({ queryKey: ["ads"], type: "inactive" });
  await Promise.allSettled([
    queryClient.invalidateQueries({ queryKey: ["ads"] }),
    queryClient.fetchQuery({ ...currentUser(data), staleTime: 0 }),
  ]);
}
