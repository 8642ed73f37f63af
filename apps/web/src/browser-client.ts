import type { AppRouter } from "@studbook/api/router";
import { createTRPCClient } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";

/** One GET a question, never a batch: its address is what the server keeps the answer under. */
export const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/trpc" })] });
