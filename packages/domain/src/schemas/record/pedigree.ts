import { type AncestorPath, describeAncestor } from "../../record/ancestors.ts";
import { COI_METHODS } from "../../record/choices.ts";
import { DESPITE_ISSUES, strictObject } from "../strict-object.ts";
import { requiredText } from "../text.ts";
import { z } from "../z.ts";
import { choice, optionalInteger, optionalUrl } from "./fields.ts";

const NOT_A_PERCENTAGE = "COI must be a percentage from 0 to 100 with at most two decimals";

const isInHundredths = (percent: number) => Math.round(percent * 100) / 100 === percent;

const ancestorName = (path: AncestorPath) =>
  requiredText({ label: describeAncestor(path), max: 100 })
    .meta({ description: `The ${describeAncestor(path).toLowerCase()}'s name with titles` })
    .optional();

/** The names of the ancestors, with their titles, by path. */
const Ancestors = strictObject({
  sire: ancestorName("sire"),
  dam: ancestorName("dam"),
  "sire.sire": ancestorName("sire.sire"),
  "sire.dam": ancestorName("sire.dam"),
  "dam.sire": ancestorName("dam.sire"),
  "dam.dam": ancestorName("dam.dam"),
  "sire.sire.sire": ancestorName("sire.sire.sire"),
  "sire.sire.dam": ancestorName("sire.sire.dam"),
  "sire.dam.sire": ancestorName("sire.dam.sire"),
  "sire.dam.dam": ancestorName("sire.dam.dam"),
  "dam.sire.sire": ancestorName("dam.sire.sire"),
  "dam.sire.dam": ancestorName("dam.sire.dam"),
  "dam.dam.sire": ancestorName("dam.dam.sire"),
  "dam.dam.dam": ancestorName("dam.dam.dam"),
} satisfies Record<AncestorPath, unknown>).meta({
  description: "Names of up to 14 ancestors by path: `sire`, `dam`, `sire.sire` and so on",
});

export const Pedigree = strictObject({
  ancestors: Ancestors.optional(),
  url: optionalUrl("Link to the pedigree", "A page with the whole pedigree"),
  coiPercent: z
    .number(NOT_A_PERCENTAGE)
    .min(0, NOT_A_PERCENTAGE)
    .max(100, NOT_A_PERCENTAGE)
    .refine(isInHundredths, NOT_A_PERCENTAGE)
    .meta({
      description: "The coefficient of inbreeding, with at most two decimals; needs `coiMethod`",
    })
    .optional(),
  coiMethod: choice(
    "COI method",
    COI_METHODS,
    "What the coefficient was calculated from",
  ).optional(),
  coiGenerations: optionalInteger({
    label: "COI generations",
    min: 1,
    max: 20,
    description: "The number of generations of the pedigree; only with the method `pedigree`",
  }),
}).superRefine(({ coiPercent, coiMethod, coiGenerations }, context) => {
  if (coiPercent !== undefined && coiMethod === undefined) {
    const message = "COI method is required: pedigree or genomic";
    context.addIssue({ code: "custom", path: ["coiMethod"], message });
  }
  if (coiGenerations !== undefined && coiMethod !== "pedigree") {
    const message = "COI generations are only possible with the COI method pedigree";
    context.addIssue({ code: "custom", path: ["coiGenerations"], message });
  }
}, DESPITE_ISSUES);

export type Pedigree = z.output<typeof Pedigree>;
