import type { Breed } from "@studbook/domain/breeds";
import type { Chance } from "./chance.ts";
import { factsOf } from "./data/breed-facts.ts";
import { CHARACTER_SENTENCES } from "./data/character-sentences.ts";
import { LIFE_SENTENCES } from "./data/life-sentences.ts";
import {
  BREEDING_SENTENCES,
  BUILD_SENTENCES,
  CLOSING_SENTENCES,
  HOME_NAME_SENTENCES,
  REQUIREMENT_SENTENCES,
  TERMS_SENTENCES,
} from "./data/shared-sentences.ts";

type Dog = { dogName: string; callName: string; breed: Breed; town: string };

/** Returns an ad's description of two or three paragraphs that fits the breed. */
export function describeDog({ dogName, callName, breed, town }: Dog, chance: Chance): string {
  const { group, pounds } = factsOf(breed);
  const dog = [
    ...(dogName.startsWith(callName) ? [] : [chance.pick(HOME_NAME_SENTENCES)]),
    chance.pick(CHARACTER_SENTENCES[group]),
    chance.pick(LIFE_SENTENCES[group]),
    ...(group !== "mixed" && chance.happens(0.75) ? [chance.pick(BUILD_SENTENCES)] : []),
  ];
  const breeding = [
    chance.pick(BREEDING_SENTENCES),
    chance.pick(REQUIREMENT_SENTENCES),
    ...(chance.happens(0.6) ? [chance.pick(TERMS_SENTENCES)] : []),
  ];
  const closing = chance.happens(0.7) ? chance.sample(CLOSING_SENTENCES, chance.integer(1, 2)) : [];
  const words: Record<string, string> = {
    name: callName,
    breed: breedInText(breed),
    town,
    pounds: String(chance.integer(...pounds)),
  };
  return [dog, breeding, closing]
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join(" "))
    .join("\n\n")
    .replace(/\{(\w+)\}/g, (placeholder, key: string) => words[key] ?? placeholder);
}

function breedInText(breed: Breed): string {
  if (breed === "Other") return "mixed breed";
  return breed.replace(/^Poodle \((\w+)\)$/, "$1 Poodle");
}
