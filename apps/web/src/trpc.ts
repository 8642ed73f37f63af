import type { CallApi } from "@studbook/api/page-contract";
import type { AppRouter } from "@studbook/api/router";
import { MAX_PAGE_SIZE } from "@studbook/domain/page-sizes";
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  inferRouterInputs,
  inferRouterOutputs,
} from "@trpc/server";

export type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

type Routers = AppRouter["_def"]["record"];
type PathsOf<Kind> = {
  [Router in keyof Routers & string]: {
    [Name in keyof Routers[Router] & string]: Routers[Router][Name] extends Kind
      ? `${Router}.${Name}`
      : never;
  }[keyof Routers[Router] & string];
}[keyof Routers & string];

/** A procedure that reads: 'ads.byId'. */
export type QueryPath = PathsOf<AnyTRPCQueryProcedure>;
/** A procedure that writes: 'ads.create'. */
export type MutationPath = PathsOf<AnyTRPCMutationProcedure>;

type At<Types, Path> = Path extends `${infer Router extends keyof Types & string}.${infer Name}`
  ? Name extends keyof Types[Router]
    ? Types[Router][Name]
    : never
  : never;
export type Input<Path extends QueryPath | MutationPath> = At<Inputs, Path>;
export type Output<Path extends QueryPath | MutationPath> = At<Outputs, Path>;

/** The API and its cached responses. The server creates one for each request. */
export type Data = {
  queryClient: QueryClient;
  /** The browser loads its client with the first call, because the first page makes none. */
  getClient: () => Promise<{ call: CallApi }>;
};

const FOREVER = Number.POSITIVE_INFINITY;

/**
 * Creates the query client. Queries are not retried, never go stale and are not refetched on focus (specification,
 * section 9). They stay cached, so that Back shows a list as it was. Offline, a query fails immediately.
 */
export function createData(getClient: Data["getClient"]): Data {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FOREVER,
        gcTime: FOREVER,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        // Each key comes from one function below, so equal keys have equal JSON. The default sorts all fields first.
        queryKeyHashFn: (key) => JSON.stringify(key),
      },
    },
  });
  return { queryClient, getClient };
}

/** Returns the key of one cached response, in the format of `@trpc/react-query`. */
export function apiKey<Path extends QueryPath>(path: Path, input: Input<Path>) {
  return [path.split("."), { ...(input !== undefined && { input }), type: "query" }] as const;
}

/** Returns a key that matches every cached response of a router ('ads') or of a procedure ('ads.mine'). */
export function apiKeyPrefix(path: keyof Routers | QueryPath) {
  return [path.split(".")] as const;
}

/** Calls a procedure that reads, bypassing the cache. Throws the server's refusal or a connection error. */
export function callQuery<Path extends QueryPath>(
  data: Pick<Data, "getClient">,
  path: Path,
  input: Input<Path>,
  signal?: AbortSignal,
): Promise<Output<Path>> {
  return call(data, path, "query", input, signal);
}

/** Calls a procedure that writes. Throws the server's refusal or a connection error. */
export function callMutation<Path extends MutationPath>(
  data: Pick<Data, "getClient">,
  path: Path,
  input: Input<Path>,
): Promise<Output<Path>> {
  return call(data, path, "mutation", input);
}

/** The options of one read, for `useQuery` and for loaders. */
export function apiQuery<Path extends QueryPath>(data: Data, path: Path, input: Input<Path>) {
  return queryOptions({
    queryKey: apiKey(path, input),
    queryFn: ({ signal }) => callQuery(data, path, input, signal),
  });
}

type PagedPath = {
  [Path in QueryPath]: Output<Path> extends { nextCursor: string | null } ? Path : never;
}[QueryPath];

type PageParam = { cursor: string | null; limit: number };

/**
 * The options of a list that is read page by page, `limit` entries each, from `cursor` on. The first calls read more than
 * one page, until `open` pages are loaded. Unlike in `@trpc/react-query`, the key has the cursor, because the address of a
 * later page starts a separate list.
 */
export function apiPages<Path extends PagedPath>(
  data: Data,
  path: Path,
  input: Omit<Input<Path>, "cursor"> & { limit: number },
  { cursor = null, open = 1 }: { cursor?: string | null | undefined; open?: number } = {},
) {
  const { limit } = input;
  const limitAfter = (loaded: number) =>
    Math.min(MAX_PAGE_SIZE - (MAX_PAGE_SIZE % limit), Math.max(limit, open * limit - loaded));
  return infiniteQueryOptions<
    Output<Path>,
    Error,
    InfiniteData<Output<Path>, PageParam>,
    QueryKey,
    PageParam
  >({
    queryKey: [path.split("."), { input, ...(cursor && { cursor }), type: "infinite" }],
    queryFn: ({ pageParam, signal }) =>
      call(
        data,
        path,
        "query",
        { ...input, limit: pageParam.limit, ...(pageParam.cursor && { cursor: pageParam.cursor }) },
        signal,
      ),
    initialPageParam: { cursor, limit: limitAfter(0) },
    getNextPageParam: (last, _pages, _param, read) =>
      last.nextCursor === null
        ? null
        : {
            cursor: last.nextCursor,
            limit: limitAfter(read.reduce((sum, param) => sum + param.limit, 0)),
          },
  });
}

async function call({ getClient }: Pick<Data, "getClient">, ...request: Parameters<CallApi>) {
  // By reflection, because only the path tells the type of the result.
  const client: object = await getClient();
  return Reflect.get(client, "call")(...request);
}
