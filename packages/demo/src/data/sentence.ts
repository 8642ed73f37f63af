import type { BreedingMethod, FemaleNeed } from "@studbook/domain/record/choices";

/** What a description says that the dog's record also states, so that they agree. */
export type Says = {
  methods?: readonly BreedingMethod[];
  /** There are no other methods. */
  onlyMethods?: true;
  proven?: true;
  litters?: number;
  needs?: readonly FemaleNeed[];
  pickOfLitter?: true;
  litterMeans?: string;
  repeatBreeding?: string;
};

/** A template for a sentence of a description. It can contain `{name}` and other variables. */
export type Sentence = string | { text: string; says: Says };
