import { BREEDING_METHODS } from "../../record/choices.ts";
import { strictObject } from "../strict-object.ts";
import type { z } from "../z.ts";
import { optionalBoolean, optionalChoices, optionalInteger, pastDay } from "./fields.ts";

/** Breeding; `today` as in `pastDay`. */
export function breedingOn(today?: string) {
  return strictObject({
    proven: optionalBoolean("Proven", "Whether the dog has sired a litter"),
    littersSired: optionalInteger({
      label: "Litters sired",
      min: 0,
      max: 500,
      description: "The number of litters that the dog has sired",
    }),
    methods: optionalChoices("Methods", BREEDING_METHODS, "How a female can be bred to the dog"),
    semenAnalysisDate: pastDay(
      "Semen analysis date",
      "The day of the last semen analysis",
      today,
    ).optional(),
    brucellosisTestDate: pastDay(
      "Brucellosis test date",
      "The day of the last brucellosis test; its result is not stated",
      today,
    ).optional(),
  });
}

export type Breeding = z.output<ReturnType<typeof breedingOn>>;
