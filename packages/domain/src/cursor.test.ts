import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { isCursor } from "./is-cursor.ts";

const ID = "c663c648-d994-4002-b05e-678029b1fad0";
const CREATED_AT = "2026-11-21T08:09:10.123Z";

const instants = fc
  .date({
    min: new Date("1970-01-01T00:00:00.000Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

describe("a cursor", () => {
  test("has 32 characters that need no escaping in a URL, and decodes to the same position", () => {
    fc.assert(
      fc.property(instants, fc.uuid(), (createdAt, id) => {
        const text = encodeCursor({ createdAt, id });
        expect(text).toMatch(/^[\w-]{32}$/);
        expect(decodeCursor(text)).toEqual({ createdAt, id });
      }),
    );
  });

  test("is the only text that decodes to its position", () => {
    const alphabet = fc.constantFrom(..."AAAAAAAABCZaz09-_");
    const texts = fc.string({ unit: alphabet, minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(texts, (text) => {
        const cursor = decodeCursor(text);
        if (cursor) expect(encodeCursor(cursor)).toBe(text);
      }),
    );
  });

  test("can have any date up to the last millisecond of the year 9999", () => {
    const createdAt = "9999-12-31T23:59:59.999Z";
    expect(decodeCursor(encodeCursor({ createdAt, id: ID }))).toEqual({ createdAt, id: ID });
    const later = { createdAt: "+010000-01-01T00:00:00.000Z", id: ID };
    expect(() => encodeCursor(later)).toThrow(RangeError);
  });

  test("is recognized by its form until the year 4199", () => {
    const until4199 = instants.filter((instant) => instant < "4199");
    fc.assert(
      fc.property(until4199, fc.uuid(), (createdAt, id) => {
        expect(isCursor(encodeCursor({ createdAt, id }))).toBe(true);
      }),
    );
    const texts = fc.stringMatching(/^AAA[\w-]{29}$/);
    fc.assert(
      fc.property(texts, (text) => {
        expect(isCursor(text)).toBe(true);
        expect(decodeCursor(text)).toBeDefined();
      }),
    );
  });

  const valid = encodeCursor({ createdAt: CREATED_AT, id: ID });
  test.each([
    ["no characters", ""],
    ["one character too few", valid.slice(1)],
    ["one character too many", `${valid}A`],
    ["padding", `${valid}=`],
    ["a line break", `${valid}\n`],
    ["a character before it", `A${valid}`],
    ["the alphabet of plain base64", `${valid.slice(0, 31)}+`],
    ["an instant after the year 9999", `_${valid.slice(1)}`],
    ["lone surrogates", "\ud800".repeat(32)],
  ])("cannot be decoded from a text with %s", (_what, text) => {
    expect(decodeCursor(text)).toBeUndefined();
    expect(isCursor(text)).toBe(false);
  });

  test.each([
    ["no milliseconds", { createdAt: "2026-11-21T08:09:10Z", id: ID }],
    ["microseconds", { createdAt: "2026-11-21T08:09:10.123456Z", id: ID }],
    ["an instant before 1970", { createdAt: "1969-12-31T23:59:59.999Z", id: ID }],
    ["a text that is not a date", { createdAt: "yesterday", id: ID }],
    ["an upper-case ID", { createdAt: CREATED_AT, id: ID.toUpperCase() }],
    ["an ID that is not a UUID", { createdAt: CREATED_AT, id: "7" }],
  ])("cannot be encoded from %s", (_what, cursor) => {
    expect(() => encodeCursor(cursor)).toThrow(RangeError);
  });
});
