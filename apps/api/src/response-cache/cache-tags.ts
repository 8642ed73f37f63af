import type { AdChange } from "@studbook/db/ad-changes";
import { toSlug } from "@studbook/domain/slug";

/** The surrogate key of every response that may be shared, to purge them all. */
export const ALL_KEY = "studbook";

const ANY = "any";

/** How many tags a response can have, which are stored and sent to a CDN. */
const MAX_TAGS = 20;

/** The tag of responses that show one ad, or that there is no such ad. */
export function adTag(id: string): string {
  return `ad-${id}`;
}

/** The tag of responses that show the public ads of an owner. */
export function ownerTag(userId: string): string {
  return `owner-${userId}`;
}

/**
 * The tags of responses that list or count the ads of any of these breeds in any of these states; empty means all. For too
 * many combinations, it is the tag of the list of all ads, which every change touches.
 */
export function listTags(breeds: readonly string[] = [], states: readonly string[] = []): string[] {
  const ofBreeds = breeds.length > 0 ? breeds.map(toSlug) : [ANY];
  const inStates = states.length > 0 ? states.map(toSlug) : [ANY];
  if (ofBreeds.length * inStates.length > MAX_TAGS) return listTags();
  return ofBreeds.flatMap((breed) => inStates.map((state) => `list-${breed}-${state}`));
}

/** The tags of all responses that a change of an ad can make wrong. */
export function touchedTags({ id, breed, state, userId }: AdChange): string[] {
  return [adTag(id), ownerTag(userId), ...listTags([breed, ANY], [state, ANY])];
}

/** Returns the `Surrogate-Key` header of a response, by which a CDN purges it. */
export function surrogateKeys(tags: readonly string[]): string {
  return [ALL_KEY, ...tags].join(" ");
}
