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

const FOR_EVER = Number.POSITIVE_INFINITY;

/**
 * Nothing is retried, goes stale or is fetched again on focus (specification, section 9), and what
 * was loaded stays, so that Back finds a list as it was left. Offline a question fails at once.
 */
export function createData(getClient: Data["getClient"]): Data {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FOR_EVER,
        gcTime: FOR_EVER,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return { queryClient, getClient };
}
