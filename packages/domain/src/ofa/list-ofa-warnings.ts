import { isBreed } from "../breeds.ts";
import { isDay } from "../day.ts";
import { pluralize } from "../format.ts";
import type { OfaReading } from "./ofa-reading.ts";
import type { OfaTest } from "./test-codes.ts";

/** What the owner's form says so far. Empty and invalid values are ignored. */
export type OfaListing = {
  breed?: string | undefined;
  /** 'YYYY-MM-DD', as the other days. */
  birthdate?: string | undefined;
  /** The test of the number's row. */
  test?: string | undefined;
  /** The day of the test, or of its certificate. */
  date?: string | undefined;
  today: string;
};

const TEST_NAMES: Record<OfaTest, string> = {
  hips: "hips",
  elbows: "elbows",
  cardiac: "a cardiac exam",
  eyes: "an eye exam",
  patella: "patellas",
  thyroid: "thyroid",
  hearing: "hearing",
  dna: "a DNA test",
  other: "another test",
};

/** Owners may state the day of the certificate, which OFA issues weeks to months after the test. */
const MONTHS_TO_CERTIFICATE = 6;

/**
 * Returns a sentence for everything in a listing that contradicts an OFA number: the breed, the sex (studs are male), the
 * test and the age. They are notes: nothing is refused because of them.
 */
export function listOfaWarnings(reading: OfaReading, listing: OfaListing): string[] {
  return [
    findBreedWarning(reading, listing.breed),
    reading.sex === "female" ? "F stands for female. A stud is male." : undefined,
    findTestWarning(reading.test, listing.test),
    findAgeWarning(reading.ageInMonths, listing),
  ].filter((warning) => warning !== undefined);
}

/** Returns undefined for breeds that the operator has added or renamed: they may be the same under another name. */
function findBreedWarning({ breedCode, breed }: OfaReading, stated = ""): string | undefined {
  if (breed === undefined || !isBreed(stated) || stated === "Other") return undefined;
  if (stated === breed || stated.startsWith(`${breed} (`)) return undefined;
  return `${breedCode} stands for ${breed}. This listing says ${stated}.`;
}

function findTestWarning(test: OfaTest | undefined, stated = ""): string | undefined {
  if (test === undefined || stated === test || !isTest(stated)) return undefined;
  return `This number is for ${TEST_NAMES[test]}. This row says ${TEST_NAMES[stated]}.`;
}

function isTest(text: string): text is OfaTest {
  return Object.hasOwn(TEST_NAMES, text);
}

function findAgeWarning(age: number | undefined, listing: OfaListing): string | undefined {
  const { birthdate = "", date = "", today } = listing;
  if (!isDay(birthdate) || birthdate > today) return undefined;
  if (isDay(date)) {
    if (date < birthdate) return "The date of this test is before the birthdate.";
    const stated = countMonths(birthdate, date);
    if (age === undefined || (age <= stated + 1 && age >= stated - MONTHS_TO_CERTIFICATE))
      return undefined;
    return `This number says ${inMonths(age)}. By his birthdate, the dog was ${inMonths(stated)} old on this date.`;
  }
  const stated = countMonths(birthdate, today);
  if (age === undefined || age <= stated) return undefined;
  return `This number says ${inMonths(age)}. By his birthdate, the dog is ${inMonths(stated)} old today.`;
}

/** Returns the whole months from one day to a later one, as OFA counts them. */
function countMonths(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

function inMonths(months: number): string {
  return pluralize(months, "month", "months");
}
