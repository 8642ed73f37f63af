import type { AdChange } from "@studbook/db/ad-changes";

const ANY = "*";

/** The tag of responses that show one ad, or that there is no such ad. */
export function adTag(id: string): string {
  return `ad ${id}`;
}

/** The tags of responses that list or count the ads of any of these breeds in any of these states; empty means all. */
export function listTags(breeds: readonly string[] = [], states: readonly string[] = []): string[] {
  const ofBreeds = breeds.length > 0 ? breeds : [ANY];
  const inStates = states.length > 0 ? states : [ANY];
  return ofBreeds.flatMap((breed) => inStates.map((state) => `list ${breed} ${state}`));
}

/** The tags of all responses that a change of an ad can make wrong. */
export function touchedTags({ id, breed, state }: AdChange): string[] {
  return [adTag(id), ...listTags([breed, ANY], [state, ANY])];
}
