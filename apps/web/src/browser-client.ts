import type { CallApi } from "@studbook/api/page-contract";
import type { AppRouter } from "@studbook/api/router";
import { ACTING_USER_HEADER } from "@studbook/domain/requests";
import { createTRPCUntypedClient } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";

let findUsername: () => string | undefined = () => undefined;

/** Sets who the page shows as signed in. The server refuses calls if another user is signed in. */
export function callAs(find: () => string | undefined): void {
  findUsername = find;
}

function headers(): Record<string, string> {
  const username = findUsername();
  return username === undefined ? {} : { [ACTING_USER_HEADER]: username };
}

const client = createTRPCUntypedClient<AppRouter>({ links: [httpLink({ url: "/trpc", headers })] });

/** Sends one GET for each read, never a batch, because the server caches responses by address. */
export const call: CallApi = (path, type, input, signal) =>
  client[type](path, input, signal && { signal });
