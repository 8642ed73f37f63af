import type { Breed } from "@studbook/domain/breeds";
import type { Chance } from "./chance.ts";
import { factsOf } from "./data/breed-facts.ts";
import { CHARACTER_SENTENCES } from "./data/character-sentences.ts";
import { LIFE_SENTENCES } from "./data/life-sentences.ts";
import type { Says, Sentence } from "./data/sentence.ts";
import {
  BREEDING_SENTENCES,
  BUILD_SENTENCES,
  CLOSING_SENTENCES,
  HOME_NAME_SENTENCES,
  REQUIREMENT_SENTENCES,
  TERMS_SENTENCES,
} from "./data/shared-sentences.ts";

type Dog = {
  dogName: string;
  callName: string;
  breed: Breed;
  town: string;
  /** What replaces the paragraphs about breedings if there is only frozen semen. */
  frozenParagraph?: string | undefined;
};

/** A description, and what of it the dog's record also states. */
type Description = { text: string; says: Says; pounds: number };

/** Returns an ad's description of two or three paragraphs that fits the breed. */
export function describeDog(dog: Dog, chance: Chance): Description {
  const { dogName, callName, breed, town, frozenParagraph } = dog;
  const facts = factsOf(breed);
  const character: Sentence[] = [
    ...(dogName.startsWith(callName) ? [] : [chance.pick(HOME_NAME_SENTENCES)]),
    chance.pick(CHARACTER_SENTENCES[facts.group]),
    chance.pick(LIFE_SENTENCES[facts.group]),
    ...(facts.group !== "mixed" && chance.happens(0.75) ? [chance.pick(BUILD_SENTENCES)] : []),
  ];
  const breeding = [
    chance.pick(BREEDING_SENTENCES),
    chance.pick(REQUIREMENT_SENTENCES),
    ...(chance.happens(0.6) ? [chance.pick(TERMS_SENTENCES)] : []),
  ];
  const closing = chance.happens(0.7) ? chance.sample(CLOSING_SENTENCES, chance.integer(1, 2)) : [];
  const pounds = chance.integer(...facts.pounds);
  const paragraphs = frozenParagraph
    ? [character, [frozenParagraph]]
    : [character, breeding, closing];
  const words: Record<string, string> = {
    name: callName,
    breed: breedInText(breed),
    town,
    pounds: String(pounds),
  };
  const text = paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map(textOf).join(" "))
    .join("\n\n")
    .replace(/\{(\w+)\}/g, (placeholder, key: string) => words[key] ?? placeholder);
  return { text, says: Object.assign({}, ...paragraphs.flat().map(saysOf)), pounds };
}

function textOf(sentence: Sentence): string {
  return typeof sentence === "string" ? sentence : sentence.text;
}

function saysOf(sentence: Sentence): Says {
  return typeof sentence === "string" ? {} : sentence.says;
}

function breedInText(breed: Breed): string {
  if (breed === "Other") return "mixed breed";
  return breed.replace(/^Poodle \((\w+)\)$/, "$1 Poodle");
}
