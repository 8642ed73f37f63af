import { queryOptions } from "@tanstack/react-query";
import type { Data } from "../../trpc.ts";

export const EMAIL_STATUS_KEY = ["account", "email"];

/** The signed-in user's e-mail address, and whether it was verified. */
export function emailStatus({ getClient }: Data) {
  return queryOptions({
    queryKey: EMAIL_STATUS_KEY,
    queryFn: async () => (await getClient()).account.email.query(),
  });
}
