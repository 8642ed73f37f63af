import { apiKey, apiQuery, type Data } from "../../trpc.ts";

export const EMAIL_STATUS_KEY = apiKey("account.email", undefined);

/** The signed-in user's email address, and whether it is verified. */
export function emailStatus(data: Data) {
  return apiQuery(data, "account.email", undefined);
}
