import { queryOptions } from "@tanstack/react-query";
import type { Data } from "../../trpc.ts";

/** A page of the operator's, made from Markdown by the server. */
export function legalPage({ getClient }: Data, name: "privacy" | "terms") {
  return queryOptions({
    queryKey: ["legal", name],
    queryFn: async ({ signal }) => (await getClient()).legal.page.query({ name }, { signal }),
  });
}
