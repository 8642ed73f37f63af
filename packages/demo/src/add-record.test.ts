import { ageInYears, utcDay } from "@studbook/domain/age";
import { BREEDS } from "@studbook/domain/breeds";
import { DAY_MS } from "@studbook/domain/day";
import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import { listOfaWarnings } from "@studbook/domain/ofa/list-ofa-warnings";
import { isTestOf } from "@studbook/domain/record/health-tests";
import { listRecordDates } from "@studbook/domain/record/list-record-dates";
import { RECORD_PARTS } from "@studbook/domain/record/parts";
import { expect, test } from "vitest";
import { CLUB_TESTS } from "../test/club-tests.ts";
import { looksOf } from "./data/breed-looks.ts";
import { generateDemo } from "./demo-data.ts";
import { countVariants } from "./portraits/draw-portrait.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const today = utcDay(now);
const ads = [1, 2, 3].flatMap((seed) => generateDemo({ seed, now, clubTests: CLUB_TESTS }).ads);
const recorded = ads.flatMap((ad) => (ad.record ? [{ ...ad, record: ad.record }] : []));
const tested = recorded.flatMap(({ record, ...ad }) =>
  (record.health?.tests ?? []).map((row) => ({ ...ad, row })),
);

/** The share of days that are more than `limit` days ago. */
function shareOlder(days: readonly (string | undefined)[], limit: number): number {
  const stated = days.flatMap((day) => day ?? []);
  const old = stated.filter((day) => now.getTime() - Date.parse(day) > limit * DAY_MS);
  return old.length / stated.length;
}

test("about 70% of the ads have records, some of them with only one or two parts", () => {
  expect(recorded.length / ads.length).toBeCloseTo(0.7, 1);
  const sizes = recorded.map(({ record }) => Object.keys(record).length);
  expect(sizes.filter((size) => size <= 2).length / ads.length).toBeCloseTo(0.13, 1);
  for (const part of RECORD_PARTS) {
    const stated = recorded.filter(({ record }) => record[part] !== undefined);
    expect(stated.length / recorded.length, part).toBeGreaterThan(0.15);
  }
});

test("dates are after the birth, before today, and not after the last update", () => {
  for (const { record, birthdate, updatedAt } of recorded) {
    expect(updatedAt.getTime()).toBeLessThanOrEqual(now.getTime());
    for (const { day } of listRecordDates(record)) {
      expect(day > birthdate && day < today).toBe(true);
      expect(day <= utcDay(updatedAt)).toBe(true);
    }
  }
});

test("some brucellosis tests, semen analyses and eye exams are too old, most are not", () => {
  const breedings = recorded.map(({ record }) => record.breeding);
  const eyes = tested.filter(({ row }) => row.test === "eyes");
  for (const share of [
    shareOlder(
      breedings.map((each) => each?.brucellosisTestDate),
      30,
    ),
    shareOlder(
      breedings.map((each) => each?.semenAnalysisDate),
      365,
    ),
    shareOlder(
      eyes.map(({ row }) => row.date),
      365,
    ),
  ]) {
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
  }
});

test("OFA numbers agree with the dog, the test, its result and its date", () => {
  const numbered = tested.filter(({ row }) => row.number !== undefined);
  expect(numbered.length).toBeGreaterThan(500);
  for (const { row, breed, birthdate } of numbered) {
    const reading = findOfaReading(row.number ?? "");
    if (!reading) throw new Error(`${row.number} was not read`);
    expect(listOfaWarnings(reading, { ...row, breed, birthdate, today })).toEqual([]);
    expect(row.result).toContain(reading.result ?? "");
  }
});

test("health tests are those of the parent club's list, if there is one", () => {
  for (const { row, breed } of tested) {
    const listed = CLUB_TESTS.get(breed) ?? [];
    if (listed.length === 0) expect(["hips", "eyes", "patella"]).toContain(row.test);
    else
      expect(
        listed.some((each) => isTestOf(each, row)),
        `${breed}: ${row.test}`,
      ).toBe(true);
  }
});

test("records agree with what else the ad says", () => {
  for (const { record, breed, description, dogName, studFee } of recorded) {
    const { identity, breeding, terms, availability } = record;
    const [, pounds] = /(\d+) pounds/.exec(description) ?? [];
    if (pounds && identity) expect(identity.weightPounds).toBe(Number(pounds));
    if (identity) expect(looksOf(breed).colors).toContain(identity.color);
    if (record.titles || identity?.registeredName) expect(dogName).not.toMatch(/Ch\.|'s /);
    if (/Live cover only/.test(description) && breeding) {
      expect(breeding.methods).toEqual(["natural"]);
    }
    if (/has (?:sired )?two/.test(description) && breeding) {
      expect(breeding).toMatchObject({ proven: true, littersSired: 2 });
    }
    if (/Pick of the litter/.test(description) && terms) expect(terms.pickOfLitter).toBe(true);
    if (availability?.status === "frozen-only") {
      expect(description).toMatch(/frozen|froze him/i);
      expect(breeding?.methods).toContain("frozen");
      expect(breeding?.methods).not.toContain("natural");
    }
    expect(terms?.deposit ?? 0).toBeLessThan(studFee);
  }
});

test("only some old dogs are frozen-only", () => {
  const retired = recorded.filter(({ record }) => record.availability?.status === "frozen-only");
  expect(retired.length).toBeGreaterThan(5);
  expect(retired.length / recorded.length).toBeLessThan(0.08);
  for (const { birthdate } of retired) expect(ageInYears(birthdate, today)).toBeGreaterThan(6);
});

test("every variant of a portrait has a color, and heights are in steps of half an inch", () => {
  for (const breed of BREEDS) {
    expect(looksOf(breed).colors).toHaveLength(countVariants(breed));
    const [min, max] = looksOf(breed).inches;
    expect(min).toBeLessThan(max);
    expect([min % 0.5, max % 0.5]).toEqual([0, 0]);
  }
});
