import type { AppRouter } from "@studbook/api/router";
import { createTRPCReact } from "@trpc/react-query";

/** The API as hooks, for the pages of those who are signed in; visitors' pages have the client alone. */
export const api = createTRPCReact<AppRouter>();
