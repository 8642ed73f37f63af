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
export const BREEDING_SENTENCES = [
  "Natural breeding at our place near {town}, or artificial insemination at our vet's office if you prefer.",
  "We do natural breedings here near {town} and can ship chilled semen Monday to Wednesday.",
  "He is proven and breeds naturally. Your girl can stay with us near {town} for up to five days.",
  "Fresh, chilled or natural, as your vet and you think best. We are a short drive from {town}.",
  "Side-by-side insemination by appointment with a vet in {town}, where we have worked together for years.",
  "Live cover only, here outside {town}. We will hold two or three days for you around ovulation.",
] as const;

/** Requirements for the bitch. */
export const REQUIREMENT_SENTENCES = [
  "Bitches must have a current negative brucellosis test.",
  "Please bring a brucellosis test from the last thirty days; we will show you ours.",
  "We ask for a brucellosis test, and for hip and eye results if you have them.",
  "Send us your girl's pedigree first, so that we can look at the pairing together.",
  "Maiden bitches are welcome. We are patient people.",
  "We would like progesterone timing from your vet before you make the drive.",
] as const;

/** Payment and repeat breedings. */
export const TERMS_SENTENCES = [
  "The fee covers two breedings in one heat.",
  "If she does not take, the next heat is free.",
  "Pick of the litter in place of the fee is possible for the right pairing.",
  "Half is due at the first breeding and half when pups are on the ground.",
  "We put everything in a simple written agreement, so that nobody has to remember anything.",
  "A return breeding is included if there are fewer than two pups.",
] as const;

/** The closing of a description. */
export const CLOSING_SENTENCES = [
  "Pedigree and test results sent on request.",
  "Call in the evening or write any time. We answer everything, if not always the same day.",
  "More photos and a video of him moving are a message away.",
  "You are welcome to come and meet him before you decide anything.",
  "Ask for his hip, elbow and eye reports and we will send the numbers, so that you can look them up yourself.",
  "We only stand him to a few bitches a year, so please plan ahead.",
  "We are happy to talk through a pairing even if you end up using another dog.",
  "Tell us about your girl and what you hope for in the litter.",
  "References from people who have his pups are yours for the asking.",
] as const;
