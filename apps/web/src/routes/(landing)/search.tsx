import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { formatQuery, queryReader } from "../../address.ts";
import { searchPages } from "../../features/ads/ad-queries.ts";
import { readSearchFilters, type SearchFilters } from "../../features/ads/search-filters.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { pageWidth } from "../../layout/page-width.ts";
import { ActiveFilters } from "../-search/active-filters.tsx";
import { FilterForm } from "../-search/filter-form.tsx";
import { Results } from "../-search/results.tsx";
import { searchDescription, searchTitle } from "../-search/search-metadata.ts";

// Loaded lazily, because the filters of almost every address are known.
const UnknownFilters = lazy(() => import("../-search/unknown-filters.tsx"));

export const Route = createFileRoute("/(landing)/search")({
  validateSearch: queryReader<"/search">("/search"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { data }, deps }) => {
    const loading = data.queryClient.ensureInfiniteQueryData(
      searchPages(data, readSearchFilters(deps)),
    );
    if (typeof document === "undefined") await loading;
    // In the browser the page is shown immediately and itself shows what is loading or has failed.
    else loading.catch(() => undefined);
  },
  component: SearchPage,
});

function SearchPage() {
  const address = Route.useSearch();
  const filters = readSearchFilters(address);
  const hasUnknown = address.breed !== filters.breed || address.state !== filters.state;
  const { data, settings } = Route.useRouteContext();
  const navigate = useNavigate({ from: "/search" });
  const [choice, setChoice] = useState<{ from: object; to: SearchFilters }>();

  // The selects show a choice immediately, before the address has changed.
  const chosen = choice?.from === address ? choice.to : filters;
  const choose = (to: SearchFilters, replace = false) => {
    setChoice({ from: address, to });
    navigate({ search: to, replace, resetScroll: false });
  };

  return (
    <div className={`grid grid-cols-1 gap-5.5 pt-8 pb-18 ${pageWidth}`}>
      <PageHead
        title={searchTitle(filters)}
        description={searchDescription(filters)}
        settings={settings}
        path={`/search${formatQuery({ ...filters, cursor: undefined, pages: undefined })}`}
        noIndex={filters.cursor !== undefined || hasUnknown}
      />
      <h1>Search Stud Services</h1>
      {hasUnknown && (
        <Suspense>
          <UnknownFilters address={address} filters={filters} />
        </Suspense>
      )}
      <FilterForm filters={chosen} onChoose={choose} />
      <ActiveFilters filters={chosen} />
      <Results
        data={data}
        filters={filters}
        today={settings.today}
        onOpen={(to) => navigate({ search: to, replace: true, resetScroll: false })}
      />
    </div>
  );
}
