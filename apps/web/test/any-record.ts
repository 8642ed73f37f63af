import {
  BREEDING_METHODS,
  COI_METHODS,
  DOG_REGISTRIES,
  FEMALE_NEEDS,
} from "@studbook/domain/record/choices";
import {
  HEALTH_TESTS,
  MAX_HEALTH_TESTS,
  needsName,
  TEST_REGISTRIES,
} from "@studbook/domain/record/health-tests";
import type { Breeding } from "@studbook/domain/schemas/record/breeding";
import type { Health, HealthTestRow } from "@studbook/domain/schemas/record/health";
import type { Identity, Titles } from "@studbook/domain/schemas/record/identity";
import type { Pedigree } from "@studbook/domain/schemas/record/pedigree";
import {
  changeRecord,
  recordChangeOn,
  type StudRecord,
} from "@studbook/domain/schemas/record/record";
import type { Terms } from "@studbook/domain/schemas/record/terms";
import fc from "fast-check";

/** The latest day of the records. */
export const TODAY = "2026-11-21";

const CHARACTERS = [..."aZ7 é犬🐕'\"<&.-/%$,"];
const URLS = ["https://a.example", "https://ofa.org/?q=1&b=é#x", "HTTPS://B.EXAMPLE/%20"];

/** Trimmed, with a visible character: what is stored. */
const anyText = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: max })
    .map((text) => text.trim())
    .filter(Boolean);
const anyUrl = fc.constantFrom(...URLS);
const anyHalves = (min: number, max: number) =>
  fc.integer({ min: min * 2, max: max * 2 }).map((halves) => halves / 2);
const anyDay = fc
  .date({
    min: new Date("1990-01-01"),
    max: new Date(TODAY),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const anyChoices = <Value>(values: readonly Value[]) =>
  fc.shuffledSubarray([...values], { minLength: 1 });

/** An arbitrary for each field, so that the compiler asks for one for a new field. */
type Fields<Part> = { [Name in keyof Part]-?: fc.Arbitrary<NonNullable<Part[Name]>> };

const some = <Part>(fields: Fields<Part>) => fc.record(fields, { requiredKeys: [] });

const anyIdentity = some<Identity>({
  registeredName: anyText(100),
  registry: fc.constantFrom(...DOG_REGISTRIES),
  registrationNumber: anyText(24),
  dnaProfileNumber: anyText(24),
  color: anyText(60),
  weightPounds: anyHalves(1, 300),
  heightInches: anyHalves(1, 45),
  microchipped: fc.boolean(),
  kennelName: anyText(80),
});

const anyBreeding = some<Breeding>({
  proven: fc.boolean(),
  littersSired: fc.integer({ min: 0, max: 500 }),
  methods: anyChoices(BREEDING_METHODS),
  semenAnalysisDate: anyDay,
  brucellosisTestDate: anyDay,
});

const anyTerms = some<Terms>({
  deposit: fc.integer({ min: 0, max: 1_000_000 }),
  pickOfLitter: fc.boolean(),
  litterMeans: anyText(200),
  repeatBreeding: anyText(200),
  extraCosts: anyText(300),
  contractUrl: anyUrl,
  femaleNeeds: anyChoices(FEMALE_NEEDS),
});

const anyAncestors = some<NonNullable<Pedigree["ancestors"]>>({
  sire: anyText(100),
  dam: anyText(100),
  "sire.sire": anyText(100),
  "sire.dam": anyText(100),
  "dam.sire": anyText(100),
  "dam.dam": anyText(100),
  "sire.sire.sire": anyText(100),
  "sire.sire.dam": anyText(100),
  "sire.dam.sire": anyText(100),
  "sire.dam.dam": anyText(100),
  "dam.sire.sire": anyText(100),
  "dam.sire.dam": anyText(100),
  "dam.dam.sire": anyText(100),
  "dam.dam.dam": anyText(100),
});

const anyPedigree = some<Pedigree>({
  ancestors: anyAncestors,
  url: anyUrl,
  coiPercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  coiMethod: fc.constantFrom(...COI_METHODS),
  coiGenerations: fc.integer({ min: 1, max: 20 }),
}).map(({ coiPercent, coiGenerations, ...rest }) => ({
  ...rest,
  ...(rest.coiMethod && { coiPercent }),
  ...(rest.coiMethod === "pedigree" && { coiGenerations }),
}));

const anyTest = fc
  .record<HealthTestRow>(
    {
      test: fc.constantFrom(...HEALTH_TESTS),
      name: anyText(80),
      registry: fc.constantFrom(...TEST_REGISTRIES),
      laboratory: anyText(80),
      result: anyText(60),
      date: anyDay,
      number: anyText(40),
      url: anyUrl,
    } satisfies Fields<HealthTestRow>,
    { requiredKeys: ["test", "registry", "result"] },
  )
  .filter(({ test, name }) => name !== undefined || !needsName(test));

const anyHealth = some<Health>({
  chicNumber: anyText(12),
  tests: fc.array(anyTest, { maxLength: MAX_HEALTH_TESTS, size: "max" }),
});

/** Generates any record as it is stored, with dates up to `TODAY`. */
export const anyRecord: fc.Arbitrary<StudRecord> = fc
  .record(
    {
      identity: anyIdentity,
      titles: some<Titles>({ prefix: anyText(80), suffix: anyText(120) }),
      place: fc.record({ zip: fc.constantFrom("76701", "01001") }),
      pedigree: anyPedigree,
      health: anyHealth,
      breeding: anyBreeding,
      terms: anyTerms,
      availability: fc.oneof(
        fc.record({ status: fc.constant("available") }),
        fc.record({ status: fc.constant("frozen-only"), since: anyDay }),
      ),
    } satisfies Record<keyof StudRecord, unknown>,
    { requiredKeys: [] },
  )
  .map((record) => {
    const { place, ...parts } = recordChangeOn(TODAY).parse(record);
    return changeRecord({}, { ...parts, place: place && { ...place, city: "Waco" } });
  });
