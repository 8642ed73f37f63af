import { FEMALE_NEEDS } from "../../record/choices.ts";
import { strictObject } from "../strict-object.ts";
import type { z } from "../z.ts";
import {
  optionalBoolean,
  optionalChoices,
  optionalInteger,
  optionalText,
  optionalUrl,
} from "./fields.ts";

const MAX_DEPOSIT = 1_000_000;

export const Terms = strictObject({
  deposit: optionalInteger({
    label: "Deposit",
    min: 0,
    max: MAX_DEPOSIT,
    description: "Whole US dollars",
  }),
  pickOfLitter: optionalBoolean(
    "Pick of the litter",
    "Whether a puppy instead of the fee is possible",
  ),
  litterMeans: optionalText({
    label: "What counts as a litter",
    max: 200,
    description: "What counts as a litter, such as 2 live puppies",
  }),
  repeatBreeding: optionalText({
    label: "Repeat breeding",
    max: 200,
    description: "What the owner offers if there is no litter",
  }),
  extraCosts: optionalText({
    label: "Collection and shipping",
    max: 300,
    description: "What the female's owner pays in addition to the fee",
  }),
  contractUrl: optionalUrl("Link to the contract", "The stud contract"),
  femaleNeeds: optionalChoices(
    "Requirements for the female",
    FEMALE_NEEDS,
    "What the owner requires of the female",
  ),
});

export type Terms = z.output<typeof Terms>;
