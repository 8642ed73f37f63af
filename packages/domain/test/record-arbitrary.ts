import fc from "fast-check";
import { ANCESTOR_PATHS } from "../src/record/ancestors.ts";
import {
  BREEDING_METHODS,
  COI_METHODS,
  DOG_REGISTRIES,
  FEMALE_NEEDS,
} from "../src/record/choices.ts";
import { HEALTH_TESTS, needsName, TEST_REGISTRIES } from "../src/record/health-tests.ts";
import type { Breeding } from "../src/schemas/record/breeding.ts";
import type { Health, HealthTestRow } from "../src/schemas/record/health.ts";
import type { Identity, Titles } from "../src/schemas/record/identity.ts";
import type { Pedigree } from "../src/schemas/record/pedigree.ts";
import type { StudRecord } from "../src/schemas/record/record.ts";
import type { Terms } from "../src/schemas/record/terms.ts";
import { STATE_CODES, type StateCode } from "../src/states.ts";

/** Some ZIP codes with their cities. */
export const PLACES: readonly { zip: string; city: string; state: StateCode }[] = [
  { zip: "00501", city: "Holtsville", state: "NY" },
  { zip: "10001", city: "New York", state: "NY" },
  { zip: "59715", city: "Bozeman", state: "MT" },
  { zip: "76701", city: "Waco", state: "TX" },
  { zip: "78701", city: "Austin", state: "TX" },
  { zip: "96813", city: "Honolulu", state: "HI" },
  { zip: "99950", city: "Ketchikan", state: "AK" },
];

/** Later than every birthdate that is generated, and past on every clock. */
export const LAST_DAY = "2026-01-01";

/** Generates days 'YYYY-MM-DD'. */
export function dayBetween(first: string, last: string): fc.Arbitrary<string> {
  const instants = fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true });
  return instants.map((instant) => instant.toISOString().slice(0, 10));
}

const pastDay = dayBetween("1990-01-01", LAST_DAY);

/** Generates texts of one line that are stored unchanged. */
export function lineOf(max: number): fc.Arbitrary<string> {
  const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: Math.min(max, 40) });
  const known = fc.constantFrom(
    "נסיך הירדן",
    "\u200fأمير",
    "👩‍🚀 犬",
    "=1; @2, -3",
    "\\\"'</script>",
    "0",
    "null",
    "🐕".repeat(max),
    "x".repeat(max),
  );
  return fc
    .oneof({ weight: 3, arbitrary: some }, { weight: 1, arbitrary: known })
    .map((text) => text.trim())
    .filter((text) => [...text].length <= max && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text))
    .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text));
}

const url = fc
  .oneof(
    fc.webUrl({ validSchemes: ["https"], withQueryParameters: true, withFragments: true }),
    fc.constantFrom(
      "https://münster.example/ü",
      "https://[::1]:8443/",
      `https://example.com/${"x".repeat(280)}`,
    ),
  )
  .filter((text) => [...text].length <= 300 && URL.canParse(text));

const halves = (min: number, max: number) =>
  fc.integer({ min: min * 2, max: max * 2 }).map((n) => n / 2);

const listOf = <Value>(values: readonly Value[]) =>
  fc.shuffledSubarray([...values], { minLength: 1 });

/** An arbitrary for each field, so that the compiler asks for one for a new field. */
type Fields<Part> = { [Name in keyof Part]-?: fc.Arbitrary<NonNullable<Part[Name]>> };

/** Generates objects with some of these fields, and at least one. */
const someOf = <Part extends object>(fields: Fields<Part>) =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true }).filter(isNotEmpty);

const isNotEmpty = (part: object) => Object.keys(part).length > 0;

const identity = someOf<Identity>({
  registeredName: lineOf(100),
  registry: fc.constantFrom(...DOG_REGISTRIES),
  registrationNumber: lineOf(24),
  dnaProfileNumber: lineOf(24),
  color: lineOf(60),
  weightPounds: halves(1, 300),
  heightInches: halves(1, 45),
  microchipped: fc.boolean(),
  kennelName: lineOf(80),
});

const titles = someOf<Titles>({ prefix: lineOf(80), suffix: lineOf(120) });

const ancestors = someOf(Object.fromEntries(ANCESTOR_PATHS.map((path) => [path, lineOf(100)])));

const pedigree = someOf<Pedigree>({
  ancestors,
  url,
  coiPercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  coiMethod: fc.constantFrom(...COI_METHODS),
  coiGenerations: fc.integer({ min: 1, max: 20 }),
})
  .map(({ coiPercent, coiGenerations, ...rest }) => ({
    ...rest,
    ...(rest.coiMethod && coiPercent !== undefined && { coiPercent }),
    ...(rest.coiMethod === "pedigree" && coiGenerations !== undefined && { coiGenerations }),
  }))
  .filter(isNotEmpty);

const testRow = fc
  .record(
    {
      test: fc.constantFrom(...HEALTH_TESTS),
      name: lineOf(80),
      registry: fc.constantFrom(...TEST_REGISTRIES),
      laboratory: lineOf(80),
      result: lineOf(60),
      date: pastDay,
      number: lineOf(40),
      url,
    } satisfies Fields<HealthTestRow>,
    { requiredKeys: ["test", "registry", "result"], noNullPrototype: true },
  )
  .filter(({ test, name }) => name !== undefined || !needsName(test));

const health = someOf<Health>({
  chicNumber: lineOf(12),
  tests: fc.oneof(
    { weight: 5, arbitrary: fc.array(testRow, { minLength: 1, maxLength: 20 }) },
    { weight: 1, arbitrary: fc.array(testRow, { minLength: 20, maxLength: 20 }) },
  ),
});

const breeding = someOf<Breeding>({
  proven: fc.boolean(),
  littersSired: fc.integer({ min: 0, max: 500 }),
  methods: listOf(BREEDING_METHODS),
  semenAnalysisDate: pastDay,
  brucellosisTestDate: pastDay,
});

const terms = someOf<Terms>({
  deposit: fc.integer({ min: 0, max: 1_000_000 }),
  pickOfLitter: fc.boolean(),
  litterMeans: lineOf(200),
  repeatBreeding: lineOf(200),
  extraCosts: lineOf(300),
  contractUrl: url,
  femaleNeeds: listOf(FEMALE_NEEDS),
});

const availabilityOf = (birthdate: string) =>
  fc.oneof(
    fc.record({ status: fc.constant("available" as const) }),
    fc.record({
      status: fc.constant("frozen-only" as const),
      since: dayBetween(birthdate, LAST_DAY),
    }),
  );

/** What a record depends on. */
type Dog = { state: StateCode; birthdate: string };

/** Generates dogs, half of which are in states in which a record can have a place. */
export const dog: fc.Arbitrary<Dog> = fc.record({
  state: fc.oneof(
    fc.constantFrom(...STATE_CODES),
    fc.constantFrom(...PLACES.map((place) => place.state)),
  ),
  birthdate: dayBetween("1990-01-01", LAST_DAY),
});

/** Generates records of a dog as they are stored, and answered to its owner. */
export function studRecordOf({ state, birthdate }: Dog): fc.Arbitrary<StudRecord> {
  const places = PLACES.filter((place) => place.state === state);
  const parts = {
    identity,
    titles,
    pedigree,
    health,
    breeding,
    terms,
    availability: availabilityOf(birthdate),
  };
  const placed =
    places.length > 0
      ? { ...parts, place: fc.constantFrom(...places).map(({ zip, city }) => ({ zip, city })) }
      : parts;
  return fc.record(placed, { requiredKeys: [], noNullPrototype: true });
}
