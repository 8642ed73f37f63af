import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useOptimistic, useTransition } from "react";
import { formatQuery } from "../address.ts";
import { searchPages } from "../features/ads/ad-queries.ts";
import { readSearchFilters, type SearchFilters } from "../features/ads/search-filters.ts";
import { pageHead } from "../layout/page-head.ts";
import { pageWidth } from "../layout/page-width.ts";
import { ActiveFilters } from "./-search/active-filters.tsx";
import { FilterForm } from "./-search/filter-form.tsx";
import { Results } from "./-search/results.tsx";
import { searchDescription, searchTitle } from "./-search/search-words.ts";

export const Route = createFileRoute("/search")({
  validateSearch: readSearchFilters,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(searchPages(data.client, deps));
    if (typeof document === "undefined") await loading;
    // In the browser the page shows at once, and says by itself what is loading or has failed.
    else loading.catch(() => undefined);
  },
  head: ({ match: { context, search } }) => {
    const { cursor, ...filters } = search;
    return pageHead({
      title: searchTitle(filters),
      description: searchDescription(filters),
      settings: context.settings,
      path: `/search${formatQuery(filters)}`,
      noIndex: cursor !== undefined,
    });
  },
  component: SearchPage,
});

function SearchPage() {
  const filters = Route.useSearch();
  const { data, settings } = Route.useRouteContext();
  const navigate = useNavigate({ from: "/search" });
  const [, startChange] = useTransition();
  const [chosen, setChosen] = useOptimistic<SearchFilters>(filters);

  const choose = (search: SearchFilters) =>
    startChange(async () => {
      setChosen(search);
      await navigate({ search, resetScroll: false });
    });

  return (
    <div className={`grid gap-5.5 pt-8 pb-18 ${pageWidth}`}>
      <h1>Search Stud Services</h1>
      <FilterForm filters={chosen} onChoose={choose} />
      <ActiveFilters filters={chosen} />
      <Results client={data.client} filters={filters} today={settings.today} />
    </div>
  );
}
