import type { AppRouter } from "@studbook/api/router";
import { createTRPCClient } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";

let findUsername: () => string | undefined = () => undefined;

/** Says who the page shows as signed in: a call made for another user is refused as a guest's. */
export function callAs(find: () => string | undefined): void {
  findUsername = find;
}

function headers(): Record<string, string> {
  const username = findUsername();
  return username === undefined ? {} : { "x-studbook-user": username };
}

/** One GET a question, never a batch: its address is what the server keeps the answer under. */
export const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/trpc", headers })] });
