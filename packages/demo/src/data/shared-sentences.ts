import type { Sentence } from "./sentence.ts";

/** Introductions of the call name for a dog with a registered name. */
export const HOME_NAME_SENTENCES = [
  "At home he is simply {name}.",
  "His papers say one thing; we call him {name}.",
  "Around here he answers to {name}.",
  "That is a lot of name for a dog, so we call him {name}.",
] as const;

/** Size and build. */
export const BUILD_SENTENCES = [
  "He weighs {pounds} pounds and carries no extra.",
  "At {pounds} pounds he is in the middle of the standard.",
  "He is {pounds} pounds in working weight, with good bone and a good mouth.",
  "He stands square at {pounds} pounds, with dark pigment and a full set of teeth.",
  "He is {pounds} pounds, sound in front and behind.",
] as const;

/** How breedings are arranged. */
export const BREEDING_SENTENCES: readonly Sentence[] = [
  {
    text: "Natural breeding at our place near {town}, or artificial insemination at our vet's office if you prefer.",
    says: { methods: ["natural", "fresh"] },
  },
  {
    text: "We do natural breedings here near {town} and can ship chilled semen Monday to Wednesday.",
    says: { methods: ["natural", "chilled"] },
  },
  {
    text: "He is proven and breeds naturally. Your girl can stay with us near {town} for up to five days.",
    says: { methods: ["natural"], proven: true },
  },
  {
    text: "Fresh, chilled or natural, as your vet and you think best. We are a short drive from {town}.",
    says: { methods: ["natural", "fresh", "chilled"] },
  },
  {
    text: "Side-by-side insemination by appointment with a vet in {town}, where we have worked together for years.",
    says: { methods: ["fresh"] },
  },
  {
    text: "Live cover only, here outside {town}. We will hold two or three days for you around ovulation.",
    says: { methods: ["natural"], onlyMethods: true },
  },
];

/** Requirements for the bitch. */
export const REQUIREMENT_SENTENCES: readonly Sentence[] = [
  {
    text: "Bitches must have a current negative brucellosis test.",
    says: { needs: ["brucellosis"] },
  },
  {
    text: "Please bring a brucellosis test from the last thirty days; we will show you ours.",
    says: { needs: ["brucellosis"] },
  },
  {
    text: "We ask for a brucellosis test, and for hip and eye results if you have them.",
    says: { needs: ["brucellosis"] },
  },
  {
    text: "Send us your girl's pedigree first, so that we can look at the pairing together.",
    says: { needs: ["approval"] },
  },
  "Maiden bitches are welcome. We are patient people.",
  {
    text: "We would like progesterone timing from your vet before you make the drive.",
    says: { needs: ["progesterone"] },
  },
];

/** Payment and repeat breedings. */
export const TERMS_SENTENCES: readonly Sentence[] = [
  "The fee covers two breedings in one heat.",
  {
    text: "If she does not take, the next heat is free.",
    says: { repeatBreeding: "Free at her next heat" },
  },
  {
    text: "Pick of the litter in place of the fee is possible for the right pairing.",
    says: { pickOfLitter: true },
  },
  "Half is due at the first breeding and half when pups are on the ground.",
  "We put everything in a simple written agreement, so that nobody has to remember anything.",
  {
    text: "A return breeding is included if there are fewer than two pups.",
    says: { litterMeans: "2 live puppies", repeatBreeding: "One return breeding" },
  },
];

/** The closing of a description. */
export const CLOSING_SENTENCES: readonly Sentence[] = [
  "Pedigree and test results sent on request.",
  "Call in the evening or write any time. We answer everything, if not always the same day.",
  "More photos and a video of him moving are a message away.",
  "You are welcome to come and meet him before you decide anything.",
  "Ask for his hip, elbow and eye reports and we will send the numbers, so that you can look them up yourself.",
  "We only stand him to a few bitches a year, so please plan ahead.",
  "We are happy to talk through a pairing even if you end up using another dog.",
  "Tell us about your girl and what you hope for in the litter.",
  {
    text: "References from people who have his pups are yours for the asking.",
    says: { proven: true },
  },
];

/** How breedings with stored semen are arranged, if there are no others. */
export const FROZEN_PARAGRAPHS = [
  "{name} is retired and no longer bred here. His frozen semen is stored near {town} and ships to your vet in a dry tank.",
  "He has retired from breeding and keeps the porch warm. We froze him in his prime, and straws are stored in {town}.",
  "Frozen semen only: {name} is too old to be bred, but he looks in on the puppies. Your vet can order straws through us.",
] as const;
