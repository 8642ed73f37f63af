import { ANCESTOR_PATHS, type AncestorPath } from "@studbook/domain/record/ancestors";
import type { Pedigree } from "@studbook/domain/schemas/record/pedigree";
import { toSlug } from "@studbook/domain/slug";
import type { Chance } from "../chance.ts";
import { FEMALE_NAMES, KENNELS, REGISTERED_NAMES } from "../data/dog-names.ts";
import { pickSuffixTitles } from "./make-identity.ts";
import type { RecordedDog } from "./recorded-dog.ts";

/** How many of ten pedigrees have one, two or three generations. */
const GENERATIONS = [1, 2, 2, 2, 3, 3, 3, 3, 3, 3];

/** Returns undefined for a mixed breed. */
export function makePedigree(dog: RecordedDog, chance: Chance): Pedigree | undefined {
  if (dog.breed === "Other") return undefined;
  return {
    ancestors: nameAncestors(dog, chance),
    url: chance.happens(0.2)
      ? `https://pedigrees.example/${toSlug(dog.registeredName)}`
      : undefined,
    ...(chance.happens(0.45) ? makeCoi(chance) : {}),
  };
}

function nameAncestors({ breed }: RecordedDog, chance: Chance): Pedigree["ancestors"] {
  const generations = chance.pick(GENERATIONS);
  // Some owners do not know all of them.
  const known = chance.happens(0.25) ? 0.8 : 1;
  const names = { sire: chance.shuffle(REGISTERED_NAMES), dam: chance.shuffle(FEMALE_NAMES) };
  const kennels = chance.sample(KENNELS, 5);
  const name = (path: AncestorPath, index: number) => {
    const sex = path.endsWith("sire") ? "sire" : "dam";
    const champion = chance.happens(sex === "sire" ? 0.4 : 0.2);
    const prefix = champion ? chance.pick(["CH", "CH", "GCH"]) : undefined;
    const own = `${chance.pick(kennels)}'s ${names[sex][index]}`;
    return [prefix, own, pickSuffixTitles(breed, 0.12, chance)].filter(Boolean).join(" ");
  };
  const isStated = (path: AncestorPath) => {
    const depth = path.split(".").length;
    return depth <= generations && (depth === 1 || chance.happens(known));
  };
  const stated = ANCESTOR_PATHS.filter(isStated);
  return Object.fromEntries(stated.map((path, index) => [path, name(path, index)]));
}

function makeCoi(chance: Chance): Pedigree {
  if (chance.happens(0.4)) {
    return { coiPercent: chance.integer(400, 2800) / 100, coiMethod: "genomic" };
  }
  const coiGenerations = chance.happens(0.85) ? chance.pick([5, 6, 8, 10, 12]) : undefined;
  return { coiPercent: chance.integer(0, 180) / 10, coiMethod: "pedigree", coiGenerations };
}
