import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES, US_STATES } from "@studbook/domain/states";
import { formatQuery, parseQuery } from "../address.ts";

const SEARCH = "/search?";

const breeds = new Map(BREEDS.map((breed) => [key(breed), breed]));
const states = new Map([
  ...US_STATES.map(({ code, name }) => [key(name), code] as const),
  ...STATE_CODES.map((code) => [key(code), code] as const),
]);

/**
 * Returns an address of the search page with its filters as Studbook spells them: 'labrador-retriever' becomes
 * 'Labrador Retriever', and 'texas' or 'tx' becomes 'TX'. Returns any other address unchanged.
 */
export function respellFilters(address: string): string {
  if (!address.startsWith(SEARCH)) return address;
  const query = parseQuery(address.slice(SEARCH.length));
  const { breed = "", state = "" } = query;
  const respelled = {
    ...query,
    breed: breeds.get(key(breed)) ?? breed,
    state: states.get(key(state)) ?? state,
  };
  return `/search${formatQuery(respelled)}`;
}

/** Returns the letters and digits of a name, in lower case. */
function key(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
