import { pluralize } from "../format.ts";
import { BREED_CODES } from "./breed-codes.ts";
import type { OfaPart, OfaReading } from "./ofa-reading.ts";
import { HIPS, type OfaTest, TEST_CODES } from "./test-codes.ts";

/** A possible part of a number. Its text is undefined if the number does not have it. */
type Piece = readonly [
  kind: OfaPart["kind"],
  text: string | undefined,
  meaning?: string | undefined,
];
type Captures = Readonly<Record<string, string | undefined>>;
type Phrases = Readonly<Record<string, string>>;

const RATINGS: Phrases = { E: "Excellent", G: "Good", F: "Fair" };
const SEXES: Phrases = { M: "male", F: "female" };
const RESTRAINTS: Phrases = {
  C: "chemical restraint",
  P: "physical restraint",
  U: "unspecified restraint",
};
const EXAMINERS: Phrases = {
  C: "by a cardiologist",
  S: "by a specialist",
  P: "by a practitioner",
};
/** Old numbers have T instead of PI. */
const IDENTIFICATIONS: Phrases = {
  PI: "permanently identified",
  T: "permanently identified",
  VPI: "identification seen by the vet",
  NOPI: "no permanent identification",
};
const OUTCOMES: Phrases = { CAR: "Carrier" };

/** The number of a test in a record has up to 40 characters. */
const LONGEST = 40;
const OLDEST_MONTHS = 300;
/** Hyphens and what people type for them. */
const DASH = "-\\s\u2010-\u2015\u2212";
const FORM = new RegExp(
  `^(?<breedCode>[A-Z]{2,4}?)(?:[${DASH}]*(?<known>${Object.keys(TEST_CODES).join("|")})` +
    `|[${DASH}]+(?<unknown>[A-Z]{2,3}))?(?<dash>[${DASH}]*)(?<serial>\\d{1,6})` +
    "(?:(?<rating>[EGF])(?<hipAge>\\d{2,3})(?<hipSex>[MF])|(?<elbowSex>[MF])(?<elbowAge>\\d{2,3})" +
    "|/(?<otherAge>\\d{1,3})(?<otherSex>[MF])(?:/(?<examiner>[A-Z])(?![A-Z]))?)?" +
    `(?<suffixes>(?:NOPI|V?PI)?(?:[/${DASH}][A-Z]*)*)$`,
  "i",
);

/**
 * Returns what an OFA number says, or undefined for any other text. Hip numbers have a rating (LR-100E24M-C-PI). All
 * others name their test: elbows with the sex before the age (GR-EL500F36-PI), the rest with slashes (DP-CA250/12M/C-PI).
 * The oldest hip numbers, without a rating (BF-1154), are not read, because CERF numbers look alike.
 */
export function findOfaReading(text: string): OfaReading | undefined {
  const number = text.trim();
  const form = number.length > LONGEST ? undefined : FORM.exec(number)?.groups;
  if (form === undefined) return undefined;
  const { breedCode = "", rating, elbowSex, examiner } = form;
  const breed = findIn(BREED_CODES, breedCode);
  const code = rating === undefined ? findIn(TEST_CODES, form.known) : HIPS;
  const result = findIn(RATINGS, rating) ?? (code?.isNormal ? "Normal" : undefined);
  const tested = result === undefined ? code?.name : `${code?.name} rated ${result}`;
  const age = form.hipAge ?? form.elbowAge ?? form.otherAge;
  const ageInMonths = age === undefined ? undefined : Number(age);
  const lastSex = form.hipSex ?? form.otherSex;

  const parts = cutAtJoints(number, [
    ["breed", breedCode, breed],
    ["test", form.known ?? form.unknown, tested],
    ["number", form.serial, "the number in OFA’s register"],
    ["rating", rating, tested],
    ["sex", elbowSex, findIn(SEXES, elbowSex)],
    ["age", age, `at ${pluralize(ageInMonths ?? 0, "month", "months")}`],
    ["sex", lastSex, findIn(SEXES, lastSex)],
    ["examiner", examiner, code?.test === "cardiac" ? findIn(EXAMINERS, examiner) : undefined],
    ...listSuffixes(form.suffixes ?? "", code?.test),
  ]);
  const findMeaning = (kind: OfaPart["kind"]) => parts.find((part) => part.kind === kind)?.meaning;
  const reading: OfaReading = {
    parts,
    breedCode: breedCode.toUpperCase(),
    breed,
    test: code?.test,
    testName: code?.name,
    result: result ?? findMeaning("outcome"),
    ageInMonths,
    sex: findMeaning("sex"),
    restraint: findMeaning("restraint"),
    examiner: findMeaning("examiner"),
    identification: findMeaning("identification"),
  };
  return isDistinctive(form, reading) ? reading : undefined;
}

/** Whether a number says so much that it cannot be one of another registry. */
function isDistinctive({ known, unknown, rating, dash }: Captures, reading: OfaReading): boolean {
  const { breed, ageInMonths, identification, parts } = reading;
  if (parts.filter(({ kind }) => kind === "unknown").length > 1) return false;
  if (ageInMonths !== undefined && ageInMonths > OLDEST_MONTHS) return false;
  const isNamed = known !== undefined || unknown !== undefined;
  if (rating !== undefined) return !isNamed && Boolean(breed || identification || dash);
  if (known !== undefined) return (ageInMonths ?? identification) !== undefined;
  return isNamed && ageInMonths !== undefined && identification !== undefined;
}

/** Returns the pieces after the age and sex. A restraint precedes the identification, and an outcome follows it. */
function listSuffixes(suffixes: string, test: OfaTest | undefined): Piece[] {
  const isXray = test === "hips" || test === "elbows";
  const words = suffixes.match(/[A-Z]+/gi) ?? [];
  return words.map((text, at): Piece => {
    const identification = findIn(IDENTIFICATIONS, text);
    if (identification) return ["identification", text, identification];
    const isBefore = findIn(IDENTIFICATIONS, words[at + 1]) !== undefined;
    const restraint = isXray && isBefore && findIn(RESTRAINTS, text);
    if (restraint) return ["restraint", text, restraint];
    const outcome = test === "dna" && findIn(OUTCOMES, text);
    return outcome ? ["outcome", text, outcome] : ["unknown", text];
  });
}

/** Returns the pieces that the number has, with the separators after each. */
function cutAtJoints(number: string, pieces: readonly Piece[]): OfaPart[] {
  let rest = number;
  return pieces.flatMap(([kind, text, meaning]) => {
    if (text === undefined) return [];
    const after = rest.slice(text.length);
    rest = after.replace(/^[^A-Z\d]+/i, "");
    return { kind, text, joint: after.slice(0, after.length - rest.length), meaning };
  });
}

function findIn<Value>(table: Readonly<Record<string, Value>>, code: string | undefined) {
  return code === undefined ? undefined : table[code.toUpperCase()];
}
