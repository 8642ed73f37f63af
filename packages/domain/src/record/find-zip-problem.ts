import { type StateCode, stateName } from "../states.ts";

/**
 * Returns a sentence if the ZIP code of an ad is unknown or in another state.
 *
 * @param found where the ZIP code is; undefined or null if it is unknown
 * @param state undefined as long as it is not chosen
 */
export function findZipProblem(
  zip: string,
  found: { state: StateCode } | undefined | null,
  state: StateCode | undefined,
): string | undefined {
  if (!found) return `ZIP code ${zip} is unknown`;
  if (state === undefined || found.state === state) return undefined;
  return `ZIP code ${zip} is in ${stateName(found.state)}, not in ${stateName(state)}`;
}
