import { DOG_REGISTRIES } from "@studbook/domain/record/choices";
import type { Identity, Titles } from "@studbook/domain/schemas/record/identity";
import { z } from "@studbook/domain/schemas/z";
import {
  fromMeasure,
  fromYesNo,
  isStated,
  oneOf,
  summarizeFields,
  text,
  toText,
  toYesNo,
  yesNo,
} from "./part-values.ts";

export const IDENTITY_LABELS = {
  registeredName: "Registered name",
  registry: "Registry",
  registrationNumber: "Registration number",
  color: "Color",
  kennelName: "Kennel name",
  weightPounds: "Weight",
  heightInches: "Height",
  dnaProfileNumber: "DNA profile number",
  microchipped: "Microchipped",
} satisfies Record<keyof Identity, string>;

export const TITLE_LABELS = {
  prefix: "Titles before the name",
  suffix: "Titles after the name",
} satisfies Record<keyof Titles, string>;

/** The values of the controls, in the order of the form. */
export const IdentityValues = z.object({
  registeredName: text,
  registry: oneOf(DOG_REGISTRIES),
  registrationNumber: text,
  color: text,
  kennelName: text,
  weightPounds: text,
  heightInches: text,
  dnaProfileNumber: text,
  microchipped: yesNo,
} satisfies Record<keyof Identity, z.ZodType>);

export type IdentityValues = z.output<typeof IdentityValues>;

export const TitleValues = z.object({
  prefix: text,
  suffix: text,
} satisfies Record<keyof Titles, z.ZodType>);

export type TitleValues = z.output<typeof TitleValues>;

export function toIdentityValues(identity: Identity = {}): IdentityValues {
  return {
    registeredName: toText(identity.registeredName),
    registry: identity.registry ?? "",
    registrationNumber: toText(identity.registrationNumber),
    color: toText(identity.color),
    kennelName: toText(identity.kennelName),
    weightPounds: toText(identity.weightPounds),
    heightInches: toText(identity.heightInches),
    dnaProfileNumber: toText(identity.dnaProfileNumber),
    microchipped: toYesNo(identity.microchipped),
  };
}

/** Returns the part as it is sent. */
export function fromIdentityValues(values: IdentityValues) {
  return {
    ...values,
    weightPounds: fromMeasure(values.weightPounds),
    heightInches: fromMeasure(values.heightInches),
    microchipped: fromYesNo(values.microchipped),
  };
}

export function toTitleValues({ prefix, suffix }: Titles = {}): TitleValues {
  return { prefix: toText(prefix), suffix: toText(suffix) };
}

/** Returns what is stated: 'Registered name, AKC number, color. 6 of 9 stated'; undefined if nothing is. */
export function summarizeIdentity(identity: IdentityValues, titles: TitleValues) {
  const stated = IdentityValues.keyof().options.filter((name) => isStated(identity[name]));
  const hasTitles = Object.values(titles).some(isStated);
  if (stated.length === 0) return hasTitles ? "Titles" : undefined;
  const listed = stated.filter((name) => name !== "registry" || stated.length === 1);
  const labels = listed.map((name) => labelOf(name, identity));
  const count = `${stated.length} of ${IdentityValues.keyof().options.length} stated`;
  return summarizeFields(labels, count);
}

function labelOf(name: keyof IdentityValues, { registry }: IdentityValues): string {
  const isKnown = name === "registrationNumber" && registry !== "" && registry !== "other";
  return isKnown ? `${registry} number` : IDENTITY_LABELS[name];
}
