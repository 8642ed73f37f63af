import { MutationCache, QueryClient } from "@tanstack/react-query";

/** The query client of members' pages: the same answers, and mutations, which visitors do not load. */
export function createMemberClient(visitors: QueryClient): QueryClient {
  return new QueryClient({
    queryCache: visitors.getQueryCache(),
    mutationCache: new MutationCache(),
    defaultOptions: visitors.getDefaultOptions(),
  });
}
