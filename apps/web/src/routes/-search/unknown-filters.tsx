import { BREEDS, isBreed } from "@studbook/domain/breeds";
import { listClosestNames } from "@studbook/domain/closest-names";
import type { SearchTexts } from "@studbook/domain/pages";
import { US_STATES } from "@studbook/domain/states";
import { Notice } from "@studbook/ui/notice";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { SearchFilters } from "../../features/ads/search-filters.ts";

const LONGEST_QUOTE = 60;

type UnknownFiltersProps = {
  address: SearchTexts<"/search">;
  /** The known filters of the address, which apply. */
  filters: SearchFilters;
};

/**
 * Says which filters of the address are unknown and links to the closest known ones. A default export for React's lazy.
 */
export default function UnknownFilters({ address, filters }: UnknownFiltersProps) {
  const { breed, state } = filters;
  return (
    <Notice tone="warn" icon={TriangleAlert}>
      {address.breed && !breed && (
        <Unknown
          text={address.breed}
          problem="is not a breed on Studbook, so all breeds are shown."
          closest={listClosestNames(address.breed, BREEDS)
            .filter(isBreed)
            .map((name) => ({ name, filters: { breed: name, ...(state && { state }) } }))}
        />
      )}
      {address.state && !state && (
        <Unknown
          text={address.state}
          problem="is not a US state, so all states are shown."
          closest={listClosestStates(address.state).map(({ code, name }) => ({
            name,
            filters: { ...(breed && { breed }), state: code },
          }))}
        />
      )}
    </Notice>
  );
}

function listClosestStates(text: string) {
  const names = listClosestNames(
    text,
    US_STATES.map(({ name }) => name),
  );
  return names.flatMap((name) => US_STATES.filter((state) => state.name === name));
}

type UnknownProps = {
  text: string;
  problem: string;
  closest: { name: string; filters: SearchFilters }[];
};

function Unknown({ text, problem, closest }: UnknownProps) {
  const quote = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return (
    <div className="[overflow-wrap:anywhere]">
      <p>{`“${quote}” ${problem}`}</p>
      {closest.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3">
          {closest.length === 1 ? "Closest match:" : "Closest matches:"}
          {closest.map(({ name, filters }) => (
            <Link
              key={name}
              to="/search"
              search={filters}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              {name}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
