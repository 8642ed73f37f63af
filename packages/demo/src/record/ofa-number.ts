import type { Breed } from "@studbook/domain/breeds";
import { BREED_CODES } from "@studbook/domain/ofa/breed-codes";
import type { Chance } from "../chance.ts";

/** OFA's codes of tests that are not an X-ray of the hips or elbows. */
type TestCode = "ACA" | "BCA" | "BR" | "DM" | "EIC" | "EYE" | "PA" | "TH";

/** How a number starts and ends. */
type Ends = { start: string; serial: number; end: string };

export type Examination = { breed: Breed; ageInMonths: number };

const CODES = new Map<string, string>(
  Object.entries(BREED_CODES).map(([code, breed]) => [breed, code]),
);

/** Returns a number such as 'GR-128404G26M-PI', or undefined if OFA has no code for the breed. */
export function hipNumber(
  { breed, ageInMonths }: Examination,
  result: string,
  chance: Chance,
): string | undefined {
  const ends = pickEnds(breed, chance, { isXray: true });
  return ends && `${ends.start}${ends.serial}${result.charAt(0)}${ageInMonths}M${ends.end}`;
}

/** Returns a number such as 'GR-EL61877M26-PI', or undefined if OFA has no code for the breed. */
export function elbowNumber({ breed, ageInMonths }: Examination, chance: Chance) {
  const ends = pickEnds(breed, chance, { isXray: true });
  return ends && `${ends.start}EL${ends.serial}M${ageInMonths}${ends.end}`;
}

/** Returns a number such as 'DP-CA250/12M/C-PI', or undefined if OFA has no code for the breed. */
export function otherNumber(
  { breed, ageInMonths }: Examination,
  { test, examiner = "", outcome = "" }: { test: TestCode; examiner?: string; outcome?: string },
  chance: Chance,
): string | undefined {
  const ends = pickEnds(breed, chance);
  return (
    ends && `${ends.start}${test}${ends.serial}/${ageInMonths}M${examiner}${ends.end}${outcome}`
  );
}

function pickEnds(breed: Breed, chance: Chance, { isXray = false } = {}): Ends | undefined {
  const code = CODES.get(breed.replace(/ \(.*/, ""));
  if (code === undefined) return undefined;
  const restraint = isXray && chance.happens(0.3) ? chance.pick(["-C", "-C", "-P"]) : "";
  const identification = chance.pick(["PI", "PI", "VPI"]);
  return {
    start: `${code}-`,
    serial: chance.integer(1200, 98_000),
    end: `${restraint}-${identification}`,
  };
}
