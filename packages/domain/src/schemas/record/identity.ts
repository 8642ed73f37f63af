import { DOG_REGISTRIES } from "../../record/choices.ts";
import { strictObject } from "../strict-object.ts";
import type { z } from "../z.ts";
import { choice, optionalBoolean, optionalHalves, optionalText } from "./fields.ts";

export const Identity = strictObject({
  registeredName: optionalText({
    label: "Registered name",
    max: 100,
    description: "The full name in the registry, without titles",
  }),
  registry: choice("Registry", DOG_REGISTRIES, "The registry of the dog").optional(),
  registrationNumber: optionalText({ label: "Registration number", max: 24 }),
  dnaProfileNumber: optionalText({ label: "DNA profile number", max: 24 }),
  color: optionalText({ label: "Color", max: 60, description: "Color and markings" }),
  weightPounds: optionalHalves({
    label: "Weight",
    min: 1,
    max: 300,
    description: "Pounds, in steps of 0.5",
  }),
  heightInches: optionalHalves({
    label: "Height",
    min: 1,
    max: 45,
    description: "Inches at the withers, in steps of 0.5",
  }),
  microchipped: optionalBoolean("Microchipped", "Whether the dog has a microchip"),
  kennelName: optionalText({ label: "Kennel name", max: 80 }),
});

export type Identity = z.output<typeof Identity>;

/** Titles as they are written before and after the registered name: 'GCH Bell Ringer JH CGC'. */
export const Titles = strictObject({
  prefix: optionalText({ label: "Titles before the name", max: 80 }),
  suffix: optionalText({ label: "Titles after the name", max: 120 }),
});

export type Titles = z.output<typeof Titles>;
