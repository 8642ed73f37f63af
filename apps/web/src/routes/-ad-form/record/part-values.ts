import { z } from "@studbook/domain/schemas/z";

/** The value of a text control. Texts that are not stated are ''. */
export const text = z.string();

/** The value of a choice of yes and no; '' if it is not stated. */
export const yesNo = z.enum(["", "yes", "no"]);

export type YesNo = z.output<typeof yesNo>;

/** The value of a choice; '' if it is not stated. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(["", ...values]);
}

/** Returns the text of a control. */
export function toText(value: string | number | undefined): string {
  return String(value ?? "");
}

export function toYesNo(value: boolean | undefined): YesNo {
  if (value === undefined) return "";
  return value ? "yes" : "no";
}

/** Returns null for a choice that is not stated. */
export function fromYesNo(value: YesNo): boolean | null {
  return value === "" ? null : value === "yes";
}

const MEASURE = /^(\d+(?:\.\d+)?)(?:lbs?|in|"|%)?$/i;

/** Parses a number as people write it, with or without its unit. Returns null for an empty text and NaN for an invalid one. */
export function fromMeasure(value: string): number | null {
  const written = value.replace(/\s/g, "");
  if (written === "") return null;
  return Number(MEASURE.exec(written)?.[1] ?? Number.NaN);
}

/** Returns a link as it is sent: with https:// if it was pasted without a scheme. */
export function toUrl(value: string): string {
  const link = value.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(link) ? `https://${link}` : link;
}

/** Whether a value of the form says anything. */
export function isStated(value: string | readonly string[]): boolean {
  return typeof value === "string" ? value.trim() !== "" : value.length > 0;
}

/** Joins labels: 'sire', 'sire and dam', 'sire, dam and one grandparent'. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns a label in the middle of a sentence: 'color', but 'DNA profile number'. */
export function midSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

export function startSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns what is stated of a part with many fields: 'Registered name, AKC number, color. 6 of 9 stated'. */
export function summarizeFields(labels: readonly string[], count: string): string {
  const first = startSentence(labels.slice(0, 3).map(midSentence).join(", "));
  return `${first}. ${count}`;
}
