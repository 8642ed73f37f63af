import { ageLabel } from "../age.ts";
import { formatDate, pluralize } from "../format.ts";
import type { StudRecord } from "../schemas/record/record.ts";
import { type BreedingMethod, METHOD_LABELS } from "./choices.ts";

type Part<Name extends keyof StudRecord> = NonNullable<StudRecord[Name]>;

/** Returns the methods as a phrase: 'Natural, chilled semen shipped'; as cards show it: 'Natural, chilled semen'. */
export function describeMethods(
  methods: readonly BreedingMethod[],
  { isShort = false }: { isShort?: boolean } = {},
): string {
  const text = methods
    .map((method) => METHOD_LABELS[method])
    .map((label) => (isShort ? label.replace(" shipped", "") : label))
    .map((label, index) => (index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)));
  return text.join(", ");
}

/** Returns whether a dog has sired litters: 'Yes, 3 litters', 'Not yet'; undefined if neither is stated. */
export function describeProven({ proven, littersSired }: Part<"breeding">): string | undefined {
  const litters = littersSired === undefined ? [] : [pluralize(littersSired, "litter", "litters")];
  if (proven === undefined) return litters[0];
  return [proven ? "Yes" : "Not yet", ...litters].join(", ");
}

/** Returns the registry and the number: 'AKC SR81234503'; undefined if neither is stated. */
export function describeRegistration({
  registry,
  registrationNumber,
}: Part<"identity">): string | undefined {
  const name = registry === "other" ? "Other registry" : registry;
  return [name, registrationNumber].filter(Boolean).join(" ") || undefined;
}

/** Formats a number in steps of one half: '23½'. */
export function formatHalves(value: number): string {
  const whole = Math.floor(value);
  return whole === value ? `${whole}` : `${whole || ""}½`;
}

/** Returns the name with the titles before and after it: 'GCH Bell Ringer JH CGC'. */
export function titledName(name: string, { prefix, suffix }: Part<"titles"> = {}): string {
  return [prefix, name, suffix].filter(Boolean).join(" ");
}

/**
 * Returns the age as pages show it. If only frozen semen is available, it is the age on the day since which that is so,
 * because the dog may have died: '9 years old on Jan 5, 2025'.
 */
export function describeAge(
  birthdate: string,
  today: string,
  availability: StudRecord["availability"],
): string {
  const since = availability?.since;
  return since
    ? `${ageLabel(birthdate, since)} on ${formatDate(since)}`
    : ageLabel(birthdate, today);
}

/** Returns the coefficient of inbreeding: '6.2%, by pedigree over 10 generations'; undefined if it is not stated. */
export function describeCoi({
  coiPercent,
  coiMethod,
  coiGenerations,
}: Part<"pedigree">): string | undefined {
  if (coiPercent === undefined) return undefined;
  const over = coiGenerations
    ? ` over ${pluralize(coiGenerations, "generation", "generations")}`
    : "";
  const method = coiMethod === "genomic" ? "by genomic test" : `by pedigree${over}`;
  return `${coiPercent}%, ${method}`;
}

/** Whether a pedigree states something that pages show: a method of calculation alone says nothing. */
export function showsPedigree({ ancestors, coiPercent, url }: Part<"pedigree"> = {}): boolean {
  return [ancestors, coiPercent, url].some((stated) => stated !== undefined);
}

/** Returns whether the owner takes a puppy instead of the fee; undefined if it is not stated. */
export function describePickOfLitter({ pickOfLitter }: Part<"terms">): string | undefined {
  if (pickOfLitter === undefined) return undefined;
  return pickOfLitter ? "Possible" : "No";
}

/** Returns the host of a link, by which pages show it: 'k9data.example'. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the plural of a breed: 'Boxers', 'Poodles (Toy)', 'Great Pyrenees'. */
export function pluralBreed(breed: string): string {
  return breed.replace(/^([^(]*?[^sx (])(?= \(|$)/, (name) =>
    name.endsWith("ese") ? name : `${name}s`,
  );
}
