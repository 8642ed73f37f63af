import { breedGroup } from "@studbook/domain/breed-groups";
import type { DogRegistry } from "@studbook/domain/record/choices";
import type { Identity, Titles } from "@studbook/domain/schemas/record/identity";
import type { Chance } from "../chance.ts";
import { factsOf } from "../data/breed-facts.ts";
import { looksOf } from "../data/breed-looks.ts";
import { SUFFIX_TITLES } from "../data/titles.ts";
import type { RecordedDog } from "./recorded-dog.ts";

/** The letters before a number of the AKC's stud book. */
const AKC_LETTERS: Readonly<Record<string, string>> = {
  Sporting: "SR",
  Hound: "HP",
  Working: "WS",
  Terrier: "RN",
  Toy: "TS",
  "Non-Sporting": "NP",
  Herding: "DN",
};

const OTHER_REGISTRIES = ["UKC", "UKC", "CKC", "FCI"] as const satisfies readonly DogRegistry[];

export function makeIdentity(dog: RecordedDog, chance: Chance): Identity {
  const { breed, color, pounds, kennelName } = dog;
  const [lowest, highest] = looksOf(breed).inches;
  const body = {
    color,
    weightPounds: pounds,
    heightInches: lowest + chance.integer(0, (highest - lowest) * 2) / 2,
    microchipped: chance.happens(0.75) ? chance.happens(0.92) : undefined,
    kennelName,
  };
  if (breed === "Other") return body;
  const registry = chance.happens(0.85) ? "AKC" : chance.pick(OTHER_REGISTRIES);
  return {
    ...body,
    registeredName: dog.registeredName,
    registry,
    registrationNumber: chance.happens(0.85) ? numberIn(registry, dog, chance) : undefined,
    dnaProfileNumber:
      registry === "AKC" && chance.happens(0.4)
        ? `V${chance.integer(700_000, 999_999)}`
        : undefined,
  };
}

/** Returns a number in the style of the registry. An AKC number ends with the number of the puppy in its litter. */
function numberIn(registry: DogRegistry, { breed }: RecordedDog, chance: Chance): string {
  const digits = (count: number) => String(chance.integer(10 ** (count - 1), 10 ** count - 1));
  if (registry === "UKC") return `P${digits(3)}-${digits(3)}`;
  if (registry === "CKC") return `${chance.pick(["FK", "GL", "HM", "JN"])}${digits(7)}`;
  if (registry === "FCI") return `LOE ${digits(7)}`;
  const letters = AKC_LETTERS[breedGroup(breed) ?? ""] ?? "SR";
  return `${letters}${digits(6)}${String(chance.integer(1, 11)).padStart(2, "0")}`;
}

/** Returns undefined for a dog without titles. */
export function makeTitles({ breed, prefix }: RecordedDog, chance: Chance): Titles | undefined {
  const suffix = pickSuffixTitles(breed, 0.3, chance);
  return prefix || suffix ? { prefix, suffix } : undefined;
}

/** Returns the titles after a name; each sport has a probability of `share`. Returns undefined if there is none. */
export function pickSuffixTitles(
  breed: RecordedDog["breed"],
  share: number,
  chance: Chance,
): string | undefined {
  const sports = SUFFIX_TITLES[factsOf(breed).group].filter(() => chance.happens(share));
  return sports.map((titles) => chance.pickEarly(titles, 0)).join(" ") || undefined;
}
