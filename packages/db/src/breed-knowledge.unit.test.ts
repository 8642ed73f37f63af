import { BREEDS } from "@studbook/domain/breeds";
import { isDay } from "@studbook/domain/day";
import { HEALTH_TESTS } from "@studbook/domain/record/health-tests";
import { describe, expect, test } from "vitest";
import entries from "../data/breed-knowledge.json" with { type: "json" };

const TESTS: ReadonlySet<string> = new Set(HEALTH_TESTS);
const NAMED: ReadonlySet<string> = new Set(["dna", "other"]);

type Row = { test: string; name?: string | undefined };

const lists = entries.flatMap(({ name, tests }) => (tests ? [{ breed: name, ...tests }] : []));

test("the file has every breed once, in the order of the dropdowns", () => {
  expect(entries.map(({ name }) => name)).toEqual([...BREEDS]);
});

test.each(entries)("the nicknames of $name fit, differ and name no breed", (entry) => {
  const nicknames: string[] = entry.nicknames;
  expect(nicknames.filter((nickname) => !fits(nickname, 40))).toEqual([]);
  const keys = nicknames.map((nickname) => nickname.toLowerCase());
  expect(keys).toEqual([...new Set(keys)]);
  expect(BREEDS.filter((breed) => keys.includes(breed.toLowerCase()))).toEqual([]);
});

test("the file has lists, and none for Other", () => {
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.map(({ breed }) => breed)).not.toContain("Other");
});

describe.each(lists)("the list for $breed", ({ club, sourceUrl, sourceTitle, readOn, list }) => {
  const rows: Row[] = list;

  test("cites its source and the day it was read", () => {
    expect(fits(club, 80)).toBe(true);
    expect(fits(sourceTitle, 120)).toBe(true);
    expect(sourceUrl.length).toBeLessThanOrEqual(200);
    expect(new URL(sourceUrl)).toMatchObject({
      protocol: expect.stringMatching(/^https?:$/),
      href: sourceUrl,
    });
    expect(isDay(readOn)).toBe(true);
    expect(readOn <= new Date().toISOString().slice(0, 10)).toBe(true);
  });

  test("has 1 to 20 different tests of the known kinds", () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(20);
    expect(rows.filter((row) => !TESTS.has(row.test))).toEqual([]);
    const keys = rows.map((row) => `${row.test} ${row.name ?? ""}`.toLowerCase());
    expect(keys).toEqual([...new Set(keys)]);
  });

  test("names the tests that need a name, and those that occur twice", () => {
    const unnamed = rows.filter(({ name }) => name === undefined).map((row) => row.test);
    expect(unnamed.filter((kind) => NAMED.has(kind))).toEqual([]);
    const repeated = unnamed.filter((kind) => rows.filter((row) => row.test === kind).length > 1);
    expect(repeated).toEqual([]);
    const names = rows.flatMap(({ name }) => name ?? []);
    expect(names.filter((name) => !fits(name, 80))).toEqual([]);
  });
});

function fits(text: string, limit: number): boolean {
  return text !== "" && text === text.trim() && text.length <= limit;
}
