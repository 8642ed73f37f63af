/** What a health test examined. */
export const HEALTH_TESTS = [
  "hips",
  "elbows",
  "cardiac",
  "eyes",
  "patella",
  "thyroid",
  "hearing",
  "dna",
  "other",
] as const;

export type HealthTest = (typeof HEALTH_TESTS)[number];

/** Who recorded or published the result of a test. */
export const TEST_REGISTRIES = ["OFA", "PennHIP", "CAER", "BVA", "laboratory", "other"] as const;

export type TestRegistry = (typeof TEST_REGISTRIES)[number];

export const MAX_HEALTH_TESTS = 20;

const TEST_LABELS: Record<HealthTest, string> = {
  hips: "Hips",
  elbows: "Elbows",
  cardiac: "Cardiac",
  eyes: "Eyes",
  patella: "Patella",
  thyroid: "Thyroid",
  hearing: "Hearing",
  dna: "DNA",
  other: "Other",
};

/** What identifies a test: tests such as 'dna' are only meaningful with a name. */
export type TestKind = { readonly test: HealthTest; readonly name?: string | undefined };

/** Returns the label of a kind of test in forms: 'Hips'. */
export function testLabel(test: HealthTest): string {
  return TEST_LABELS[test];
}

/** Whether a test needs a name, because its kind does not say what was tested. */
export function needsName(test: HealthTest | ""): boolean {
  return test === "dna" || test === "other";
}

/** Returns what an ad calls a test: 'Hips', 'prcd-PRA' or 'Cardiac, Holter'. */
export function describeTest({ test, name }: TestKind): string {
  if (!name) return TEST_LABELS[test];
  return needsName(test) ? name : `${TEST_LABELS[test]}, ${name}`;
}

/** Whether a stated test is one that a parent club lists: the names are compared only if the list has one, ignoring case. */
export function isTestOf(listed: TestKind, stated: TestKind): boolean {
  if (listed.test !== stated.test) return false;
  return !listed.name || listed.name.toLowerCase() === stated.name?.toLowerCase();
}
