/** The registries of dogs. */
export const DOG_REGISTRIES = ["AKC", "UKC", "CKC", "FCI", "other"] as const;

export type DogRegistry = (typeof DOG_REGISTRIES)[number];

/** How a female can be bred to the stud. */
export const BREEDING_METHODS = [
  "natural",
  "fresh",
  "chilled",
  "frozen",
  "transcervical",
  "surgical",
] as const;

export type BreedingMethod = (typeof BREEDING_METHODS)[number];

export const METHOD_LABELS: Record<BreedingMethod, string> = {
  natural: "Natural",
  fresh: "Fresh semen",
  chilled: "Chilled semen shipped",
  frozen: "Frozen semen shipped",
  transcervical: "Transcervical AI",
  surgical: "Surgical AI",
};

/** What the owner requires of the female. */
export const FEMALE_NEEDS = [
  "registration",
  "health-tests",
  "brucellosis",
  "progesterone",
  "approval",
] as const;

export type FemaleNeed = (typeof FEMALE_NEEDS)[number];

export const FEMALE_NEED_LABELS: Record<FemaleNeed, string> = {
  registration: "Registration",
  "health-tests": "Health tests",
  brucellosis: "Current brucellosis test",
  progesterone: "Progesterone timing",
  approval: "The owner's approval of each female",
};

/** What a coefficient of inbreeding was calculated from. */
export const COI_METHODS = ["pedigree", "genomic"] as const;

export type CoiMethod = (typeof COI_METHODS)[number];

/** `frozen-only`: the dog is retired or has died, and frozen semen is available. */
export const AVAILABILITY_STATUSES = ["available", "frozen-only"] as const;

export type AvailabilityStatus = (typeof AVAILABILITY_STATUSES)[number];
