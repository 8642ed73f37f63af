import type { AppRouter } from "@studbook/api/router";
import { createTRPCClient, type TRPCClient, type TRPCLink } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { QueryClient } from "@tanstack/react-query";

export type { AppRouter };
export type Outputs = inferRouterOutputs<AppRouter>;
export type Client = TRPCClient<AppRouter>;
export type Link = TRPCLink<AppRouter>;

export const trpc = createTRPCReact<AppRouter>();

/** The answers of the API and the two ways to ask it, made anew for every request on the server. */
export type Data = {
  queryClient: QueryClient;
  client: Client;
  queries: ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
};

/** Nothing is retried, goes stale or is fetched again on focus (specification, section 9). */
export function createData(link: Link): Data {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  const client = createTRPCClient<AppRouter>({ links: [link] });
  return { queryClient, client, queries: createTRPCQueryUtils({ queryClient, client }) };
}
