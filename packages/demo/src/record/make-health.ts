import type { HealthTest, TestKind } from "@studbook/domain/record/health-tests";
import type { Health, HealthTestRow } from "@studbook/domain/schemas/record/health";
import type { Chance } from "../chance.ts";
import { factsOf } from "../data/breed-facts.ts";
import { LABORATORIES, listDnaResults, OTHER_TESTS } from "../data/test-results.ts";
import { monthsBetween, pickDayAtAge, pickLastDay } from "./days.ts";
import { type Examination, elbowNumber, hipNumber, otherNumber } from "./ofa-number.ts";
import type { RecordedDog } from "./recorded-dog.ts";

/** What is tested if no list of a parent club is known. */
const USUAL_TESTS: readonly TestKind[] = [{ test: "hips" }, { test: "eyes" }];
const USUAL_TESTS_OF_TOYS: readonly TestKind[] = [{ test: "patella" }, { test: "eyes" }];

type Row = Omit<HealthTestRow, "test" | "name">;
type Maker = (dog: RecordedDog, name: string, chance: Chance) => Row | undefined;

const MAKERS: Readonly<Record<HealthTest, Maker>> = {
  hips: makeHips,
  elbows(dog, _, chance) {
    const date = pickDayAtAge(dog, [24, 34], chance);
    if (!date) return undefined;
    const number = elbowNumber(examined(dog, date), chance);
    return { registry: "OFA", result: "Normal", date, number };
  },
  cardiac: makeCardiac,
  eyes(dog, _, chance) {
    const date = pickLastDay(dog, { usual: 365, months: 2 }, chance);
    if (!date) return undefined;
    const result = chance.happens(0.85) ? "Normal" : "Normal, breeder option";
    const number = numberOf(dog, date, { test: "EYE" }, chance);
    return { registry: "CAER", result, date, number };
  },
  patella: (dog, _, chance) => makeNormal(dog, [12, 30], { test: "PA" }, chance),
  thyroid: (dog, _, chance) => makeNormal(dog, [12, 40], { test: "TH" }, chance),
  hearing: (dog, _, chance) => makeNormal(dog, [2, 6], { test: "BR" }, chance),
  dna: makeDna,
  other(dog, name, chance) {
    const date = pickDayAtAge(dog, [13, 36], chance);
    const result = OTHER_TESTS[name] ?? { registry: "other", result: "Normal" };
    return date === undefined ? undefined : { ...result, date };
  },
};

/** Returns undefined for a dog that is too young for all tests. Most dogs have most tests of their parent club's list. */
export function makeHealth(dog: RecordedDog, chance: Chance): Health | undefined {
  const isToy = factsOf(dog.breed).group === "toy";
  const usual = isToy ? USUAL_TESTS_OF_TOYS : USUAL_TESTS;
  const listed = dog.clubTests.length > 0 ? dog.clubTests : usual;
  const tests = listed.flatMap(({ test, name }) => {
    const row = chance.happens(0.85) && MAKERS[test](dog, name ?? "", chance);
    return row ? [{ test, name, ...row }] : [];
  });
  if (tests.length === 0) return undefined;
  const hasAll = dog.clubTests.length > 0 && tests.length === listed.length;
  const chicNumber = String(chance.integer(70_000, 199_999));
  return { chicNumber: hasAll && chance.happens(0.7) ? chicNumber : undefined, tests };
}

/** OFA rates hips from the age of 24 months; before that, results are preliminary and have no number. */
function makeHips(dog: RecordedDog, _: string, chance: Chance): Row | undefined {
  const [left, right] = [chance.integer(24, 48), chance.integer(24, 48)];
  const pennHip = chance.happens(0.12) ? pickDayAtAge(dog, [6, 20], chance) : undefined;
  if (pennHip) {
    return { registry: "PennHIP", result: `DI 0.${left} left, 0.${right} right`, date: pennHip };
  }
  const grade = chance.pick(["Excellent", "Good", "Good", "Good", "Fair"]);
  const final = pickDayAtAge(dog, [24, 34], chance);
  if (final) {
    const number = hipNumber(examined(dog, final), grade, chance);
    return { registry: "OFA", result: grade, date: final, number };
  }
  const early = pickDayAtAge(dog, [12, 23], chance);
  return early ? { registry: "OFA", result: `Preliminary ${grade}`, date: early } : undefined;
}

function makeCardiac(dog: RecordedDog, name: string, chance: Chance): Row | undefined {
  if (name === "Holter") {
    const date = pickLastDay(dog, { usual: 365, months: 12 }, chance);
    const result = `${chance.integer(0, 9)} VPCs in 24 hours`;
    return date === undefined ? undefined : { registry: "other", result, date };
  }
  const basic = { test: "BCA", examiner: chance.pick(["/P", "/S"]) } as const;
  const isAdvanced = name === "Echocardiogram" || chance.happens(0.4);
  return makeNormal(dog, [12, 40], isAdvanced ? { test: "ACA", examiner: "/C" } : basic, chance);
}

function makeDna(dog: RecordedDog, name: string, chance: Chance): Row | undefined {
  const date = pickDayAtAge(dog, [2, 24], chance);
  if (!date) return undefined;
  const result = chance.pick(listDnaResults(name));
  if ((name === "DM" || name === "EIC") && chance.happens(0.5)) {
    const outcome = result === "Carrier" ? "-CAR" : "";
    const number = numberOf(dog, date, { test: name, outcome }, chance);
    return { registry: "OFA", result, date, number };
  }
  const report = `https://results.example/${chance.integer(100_000, 999_999)}.pdf`;
  const laboratory = chance.pick(LABORATORIES);
  const url = chance.happens(0.2) ? report : undefined;
  return { registry: "laboratory", laboratory, result, date, url };
}

type Code = Parameters<typeof otherNumber>[1];

/** Makes a normal result of OFA at an age in months. */
function makeNormal(
  dog: RecordedDog,
  ages: readonly [min: number, max: number],
  code: Code,
  chance: Chance,
): Row | undefined {
  const date = pickDayAtAge(dog, ages, chance);
  if (!date) return undefined;
  return { registry: "OFA", result: "Normal", date, number: numberOf(dog, date, code, chance) };
}

/** Some owners do not state the number. */
function numberOf(dog: RecordedDog, date: string, code: Code, chance: Chance): string | undefined {
  return chance.happens(0.85) ? otherNumber(examined(dog, date), code, chance) : undefined;
}

function examined({ breed, birthdate }: RecordedDog, date: string): Examination {
  return { breed, ageInMonths: monthsBetween(birthdate, date) };
}
