import { BREEDS } from "@studbook/domain/breeds";
import { stateLabel, US_STATES } from "@studbook/domain/states";
import { Button } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { readSearchFilters, type SearchFilters } from "../../features/ads/search-filters.ts";
import { BREED_SELECT_ID, RESET_FORM_ID } from "./filter-ids.ts";
import { FilterSelect, formatOptions } from "./filter-select.tsx";

const BREED_OPTIONS = formatOptions([
  ["", "All Breeds"],
  ...BREEDS.map((breed) => [breed, breed] as const),
]);
const STATE_OPTIONS = formatOptions([
  ["", "All States"],
  ...US_STATES.map(({ code }) => [code, stateLabel(code)] as const),
]);

type FilterFormProps = {
  filters: SearchFilters;
  /** `replace` is true for a choice that should not become an entry of the browser's history. */
  onChoose: (filters: SearchFilters, replace?: boolean) => void;
};

/** The breed and state filters. A change searches immediately; without JavaScript there is a submit button. */
export function FilterForm({ filters, onChoose }: FilterFormProps) {
  // Each arrow key in a closed select is a choice, so Back would go through every breed in between.
  const isByKey = useRef(false);
  const choose = (form: HTMLFormElement) =>
    onChoose(readSearchFilters(Object.fromEntries(new FormData(form))), isByKey.current);

  const form = useRef<HTMLFormElement>(null);
  const adoptEarlyChoice = useEffectEvent(() => {
    if (!form.current) return;
    const { breed = "", state = "" } = Object.fromEntries(new FormData(form.current));
    if (breed !== (filters.breed ?? "") || state !== (filters.state ?? "")) choose(form.current);
  });
  // A visitor may have changed a filter before the scripts had loaded.
  useEffect(() => adoptEarlyChoice(), []);

  return (
    <Card className="p-5 md:px-6 md:pt-5.5 md:pb-6">
      <form
        ref={form}
        action="/search"
        method="get"
        autoComplete="off"
        aria-label="Filters"
        onKeyDown={() => (isByKey.current = true)}
        onPointerDown={() => (isByKey.current = false)}
        onChange={(event) => choose(event.currentTarget)}
        onSubmit={(event) => {
          event.preventDefault();
          choose(event.currentTarget);
        }}
        className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto] md:noscript:grid-cols-[1fr_1fr_auto_auto]"
      >
        <FilterSelect
          label="Breed"
          name={BREED_SELECT_ID}
          value={filters.breed ?? ""}
          options={BREED_OPTIONS}
        />
        <FilterSelect
          label="State"
          name="state"
          value={filters.state ?? ""}
          options={STATE_OPTIONS}
        />
        <noscript>
          <Button type="submit" className="w-full">
            Search
          </Button>
        </noscript>
        <Button variant="quiet" type="submit" form={RESET_FORM_ID}>
          <RotateCcw className="size-5" />
          Reset Filters
        </Button>
      </form>
      <ResetForm onReset={() => onChoose({})} />
    </Card>
  );
}

/** An empty form. Buttons that submit it lead to /search without filters, with or without JavaScript. */
function ResetForm({ onReset }: { onReset: () => void }) {
  return (
    <form
      id={RESET_FORM_ID}
      action="/search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        onReset();
      }}
    />
  );
}
