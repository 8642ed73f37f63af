import type { Chance } from "./chance.ts";
import { HOME_PLACES } from "./words/dog-names.ts";

type Names = { callName: string; registeredName: string; kennel: string | null };

/** A dog's name as an ad shows it: the one used at home or the one on its papers. */
export function nameDog({ callName, registeredName, kennel }: Names, chance: Chance): string {
  if (kennel === null || chance.happens(0.35)) {
    return chance.happens(0.2) ? `${callName} of ${chance.pick(HOME_PLACES)}` : callName;
  }
  const title = chance.happens(0.35) ? chance.pick(["Ch. ", "Ch. ", "GCh. "]) : "";
  return `${title}${kennel}'s ${registeredName}`;
}
