import { findZipProblem } from "@studbook/domain/record/find-zip-problem";
import { isStateCode, stateName } from "@studbook/domain/states";
import { useQuery } from "@tanstack/react-query";
import { apiKey, apiQuery, type Data, type Output } from "../../trpc.ts";
import { useDebounced } from "../../use-debounced.ts";

const PAUSE_MS = 300;

/** What is known of the ZIP code that the owner has typed. */
export type ZipPlace = {
  /** Undefined until it is known, and for a ZIP code that is unknown or in another state. */
  city: string | undefined;
  /** 'Waco, Texas' */
  shownAs: string | undefined;
  /** A sentence, as the server would refuse the ZIP code. */
  problem: string | undefined;
};

const NOTHING_KNOWN: ZipPlace = { city: undefined, shownAs: undefined, problem: undefined };

/** Returns a sentence if a ZIP code was looked up and is unknown or in another state. */
export function findLookedUpProblem(
  { queryClient }: Pick<Data, "queryClient">,
  zip: string,
  state: string,
): string | undefined {
  const key = apiKey("places.find", { zip });
  const found = queryClient.getQueryData<Output<"places.find">>(key);
  if (found === undefined) return undefined;
  return findZipProblem(zip, found, isStateCode(state) ? state : undefined);
}

/** Looks up a ZIP code when typing pauses. */
export function useZipPlace(data: Data, text: string, state: string): ZipPlace {
  const zip = text.trim();
  const settled = useDebounced(zip, PAUSE_MS);
  const { data: found } = useQuery({
    ...apiQuery(data, "places.find", { zip: settled }),
    enabled: /^\d{5}$/.test(settled),
  });
  if (settled !== zip || found === undefined) return NOTHING_KNOWN;
  const place = found && { shownAs: `${found.city}, ${stateName(found.state)}`, city: found.city };
  const problem = findLookedUpProblem(data, zip, state);
  return place && problem === undefined ? { ...place, problem } : { ...NOTHING_KNOWN, problem };
}
