import type { AppRouter } from "@studbook/api/router";
import { QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";

export type Outputs = inferRouterOutputs<AppRouter>;
type Client = TRPCClient<AppRouter>;

/** The API and its kept answers, made anew for every request on the server. */
export type Data = {
  queryClient: QueryClient;
  /** The browser loads its client with the first question, since the first page asks none. */
  getClient: () => Promise<Client>;
};

/** Nothing is retried, goes stale or is fetched again on focus (specification, section 9). */
export function createData(getClient: Data["getClient"]): Data {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  return { queryClient, getClient };
}
