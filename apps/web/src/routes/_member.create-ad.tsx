import { createFileRoute } from "@tanstack/react-router";
import { queryReader } from "../address.ts";
import { CreateAd } from "./-ad-form/create-ad.tsx";
import { findOwnAd } from "./-ad-form/find-own-ad.ts";

export const Route = createFileRoute("/_member/create-ad")({
  // With the loader, so that visitors do not load its queries.
  codeSplitGroupings: [["loader", "component"]],
  validateSearch: queryReader<"/create-ad">("/create-ad"),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { data }, deps: { from } }) =>
    from === undefined ? undefined : await findOwnAd(data, from),
  component: CreateAdPage,
});

function CreateAdPage() {
  const { data, settings } = Route.useRouteContext();
  const copyOf = Route.useLoaderData();
  return <CreateAd key={copyOf?.id} data={data} today={settings.today} copyOf={copyOf} />;
}
