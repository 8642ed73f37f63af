import { pluralize } from "@studbook/domain/format";
import { AVAILABILITY_STATUSES, BREEDING_METHODS } from "@studbook/domain/record/choices";
import { describeMethods } from "@studbook/domain/record/describe-record";
import type { Breeding } from "@studbook/domain/schemas/record/breeding";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { z } from "@studbook/domain/schemas/z";
import { parseWholeNumber } from "../../../features/forms/parse-whole-number.ts";
import { fromYesNo, isStated, startSentence, text, toText, toYesNo, yesNo } from "./part-values.ts";

export const BREEDING_LABELS = {
  proven: "Proven",
  littersSired: "Litters sired",
  methods: "Methods",
  brucellosisTestDate: "Last brucellosis test",
  semenAnalysisDate: "Last semen analysis",
} satisfies Record<keyof Breeding, string>;

export const AVAILABILITY_LABELS = {
  status: "Availability",
  since: "Frozen semen only since",
};

export const BreedingValues = z.object({
  proven: yesNo,
  littersSired: text,
  methods: z.array(z.enum(BREEDING_METHODS)),
  brucellosisTestDate: text,
  semenAnalysisDate: text,
} satisfies Record<keyof Breeding, z.ZodType>);

export type BreedingValues = z.output<typeof BreedingValues>;

export const AvailabilityValues = z.object({ status: z.enum(AVAILABILITY_STATUSES), since: text });

export type AvailabilityValues = z.output<typeof AvailabilityValues>;

export function toBreedingValues(breeding: Breeding = {}): BreedingValues {
  return {
    proven: toYesNo(breeding.proven),
    littersSired: toText(breeding.littersSired),
    methods: breeding.methods ?? [],
    brucellosisTestDate: toText(breeding.brucellosisTestDate),
    semenAnalysisDate: toText(breeding.semenAnalysisDate),
  };
}

/** Returns the part as it is sent. */
export function fromBreedingValues(values: BreedingValues) {
  return {
    ...values,
    proven: fromYesNo(values.proven),
    littersSired: parseWholeNumber(values.littersSired),
  };
}

export function toAvailabilityValues(availability: StudRecord["availability"]): AvailabilityValues {
  return { status: availability?.status ?? "available", since: toText(availability?.since) };
}

/** Returns the part as it is sent. Available is the default. */
export function fromAvailabilityValues(values: AvailabilityValues) {
  return values.status === "available" ? null : values;
}

/** Returns what is stated: 'Proven, 4 litters. Natural, chilled semen'; undefined if nothing is. */
export function summarizeBreeding(breeding: BreedingValues, { status }: AvailabilityValues) {
  const { littersSired, methods } = breeding;
  const litters = parseWholeNumber(littersSired);
  const proven = { "": [], yes: ["proven"], no: ["not proven yet"] }[breeding.proven];
  const counted = litters === undefined ? [] : [pluralize(litters, "litter", "litters")];
  const dates = [
    ...(isStated(breeding.brucellosisTestDate) ? ["brucellosis test"] : []),
    ...(isStated(breeding.semenAnalysisDate) ? ["semen analysis"] : []),
  ];
  const offered =
    status === "available" ? describeMethods(methods, { isShort: true }) : "Frozen semen only";
  const sentences = [[...proven, ...counted].join(", "), offered, dates.join(", ")];
  const stated = sentences.filter(isStated).map(startSentence);
  return stated.length > 0 ? stated.join(". ") : undefined;
}
