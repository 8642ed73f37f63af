import { describe, expect, test } from "vitest";
import { BREEDS } from "../breeds.ts";
import { encodeCursor } from "../cursor.ts";
import { photoPath } from "../photos.ts";
import { SAMPLE_PHOTO_IDS } from "../samples.ts";
import { STATE_CODES } from "../states.ts";
import { AdPatch, NewAd } from "./ad.ts";
import { birthdateOn } from "./ad-fields.ts";
import { AdSearchInput } from "./ad-search.ts";
import { listIssues } from "./strict-object.ts";
import { z } from "./z.ts";

const TODAY = "2026-11-21";
const [first, second] = SAMPLE_PHOTO_IDS;
const photos = [...first, ...second].map((id) => photoPath(id, 1600));
const fields = {
  dogName: "Rex",
  breed: "Boxer",
  state: "TX",
  birthdate: "2022-05-31",
  studFee: 900,
  description: "Calm, tall and fond of children.",
  images: photos.slice(0, 1),
  ownerName: "Ann Example",
  ownerEmail: "ann@example.com",
};

function issuesOf(change: Record<string, unknown>) {
  const { error } = NewAd.safeParse({ ...fields, ...change });
  return error ? listIssues(error) : [];
}

describe("a new ad", () => {
  test("can have a missing, empty or null phone", () => {
    expect(NewAd.parse(fields)).toEqual(fields);
    for (const phone of [{ ownerPhone: "" }, { ownerPhone: null }, { ownerPhone: "  " }]) {
      expect(NewAd.parse({ ...fields, ...phone })).toEqual({ ...fields, ownerPhone: null });
    }
  });

  test("trims its texts and converts a date-time to its UTC day", () => {
    const change = {
      dogName: " Rex ",
      birthdate: "2022-05-31T23:00:00-05:00",
      ownerPhone: " 555-0100 ",
    };
    const ad = NewAd.parse({ ...fields, ...change });
    expect(ad).toMatchObject({ dogName: "Rex", birthdate: "2022-06-01", ownerPhone: "555-0100" });
  });

  test.each([
    { dogName: "D".repeat(80) },
    { description: "Calm.\n\nTall." },
    { birthdate: TODAY },
    { birthdate: "1990-01-01" },
    { studFee: 0 },
    { studFee: 1_000_000 },
    { description: "🐕".repeat(5000) },
    { images: photos.slice(0, 3) },
    { images: [`https://cdn.example.com${photos[0]}`] },
    { ownerName: "A".repeat(100) },
    { ownerPhone: "5550100" },
    { ownerPhone: "+1 (512) 555-0100 x 12.3" },
  ])("accepts %j", (change) => {
    expect(issuesOf(change)).toEqual([]);
  });

  test.each([
    ["dogName", "D".repeat(81), "Dog name must be at most 80 characters"],
    ["dogName", undefined, "Dog name is required"],
    ["breed", "", "Breed is required"],
    ["breed", "boxer", "Breed must be one of the listed breeds"],
    ["breed", undefined, "Breed is required"],
    ["state", null, "State is required"],
    ["state", "Texas", "State must be one of the 50 state codes, like TX"],
    ["birthdate", "1989-12-31", "Birthdate cannot be before 1990"],
    ["birthdate", "2023-02-29", "Birthdate must be a date like 2024-05-31"],
    ["birthdate", "", "Birthdate is required"],
    ["birthdate", null, "Birthdate is required"],
    ["birthdate", 20240531, "Birthdate must be text"],
    ["birthdate", " 1989-12-31 ", "Birthdate cannot be before 1990"],
    ["studFee", -1, "Stud fee cannot be below 0"],
    ["studFee", 1_000_001, "Stud fee cannot be above 1,000,000"],
    ["studFee", 9.5, "Stud fee must be a whole number of dollars"],
    ["studFee", "900", "Stud fee must be a whole number of dollars"],
    ["studFee", undefined, "Stud fee is required"],
    ["studFee", Number.NaN, "Stud fee must be a whole number of dollars"],
    ["description", "d".repeat(5001), "Description must be at most 5,000 characters"],
    ["images", undefined, "At least one image is required"],
    ["images", "one", "Images must be a list of photo URLs"],
    ["images", null, "Images must be a list of photo URLs"],
    ["images", [], "At least one image is required"],
    ["images", photos.slice(0, 4), "You can only upload up to 3 images"],
    ["images", [photos[0], photos[0]], "The same image cannot be used twice"],
    ["ownerName", "", "Owner name is required"],
    ["ownerEmail", "ann", "Owner email must be a valid email address"],
    ["ownerPhone", "555010", /^Owner phone must be 7 to 32 characters: digits/],
    ["ownerPhone", "555 0100 ext. 2", /^Owner phone must be 7 to 32 characters: digits/],
    ["ownerPhone", "5".repeat(33), "Owner phone must be at most 32 characters"],
  ])("is refused if %s is %j: %s", (path, value, message) => {
    expect(issuesOf({ [path]: value })).toEqual([
      { path, message: message instanceof RegExp ? expect.stringMatching(message) : message },
    ]);
  });

  test("cannot have the same photo in two widths", () => {
    const images = [photos[0], `https://cdn.example.com/photos/${first[0]}/320.webp`];
    expect(issuesOf({ images })).toMatchObject([{ path: "images" }]);
  });

  test("reports the index of an image that is not a photo URL", () => {
    expect(issuesOf({ images: [photos[0], "https://example.com/rex.jpg"] })).toEqual([
      {
        path: "images.1",
        message: "Each image must be the URL of a photo that you uploaded to Studbook",
      },
    ]);
    expect(issuesOf({ images: [7] })).toEqual([
      {
        path: "images.0",
        message: "Each image must be the URL of a photo that you uploaded to Studbook",
      },
    ]);
  });

  test("reports every unknown field, including id, owner and timestamp", () => {
    const change = { id: first[0], userId: first[0], createdAt: "2026-01-01T00:00:00.000Z" };
    expect(issuesOf(change)).toEqual(
      Object.keys(change).map((path) => ({ path, message: `Unknown field: ${path}` })),
    );
  });

  test.each([[], "text", 7, null, undefined])("cannot be %j", (input) => {
    const issues = NewAd.safeParse(input).error?.issues;
    expect(issues).toMatchObject([{ path: [], message: "Send the fields as a JSON object" }]);
  });
});

test("the JSON schema has patterns and formats that accept the same values", () => {
  const { properties } = z.toJSONSchema(NewAd, { io: "input" });
  expect(properties).toMatchObject({
    birthdate: { pattern: "^\\d{4}-\\d{2}-\\d{2}" },
    ownerPhone: { anyOf: [{ pattern: "^(?:[\\d +().x-]{7,32})?$" }, { type: "null" }] },
    ownerEmail: { format: "email" },
  });
});

describe("a birthdate checked against today", () => {
  const Birthdate = birthdateOn(TODAY);

  test("can be today, and is converted to a UTC day", () => {
    expect(Birthdate.parse(` ${TODAY}T23:59:59Z `)).toBe(TODAY);
  });

  test.each([
    ["2026-11-22", "Birthdate cannot be in the future"],
    ["2026-11-21T20:00:00-05:00", "Birthdate cannot be in the future"],
    ["1989-12-31", "Birthdate cannot be before 1990"],
    ["soon", "Birthdate must be a date like 2024-05-31"],
    [" ", "Birthdate is required"],
    [7, "Birthdate must be text"],
    [undefined, "Birthdate is required"],
  ])("is refused with a single message: %j, %s", (value, message) => {
    expect(Birthdate.safeParse(value).error?.issues).toMatchObject([{ message }]);
  });

  test("in the future is reported together with all other issues, in the order of the fields", () => {
    const wrong = { ...fields, birthdate: "2026-11-22", dogName: "", ownerName: "", color: "red" };
    const { error } = NewAd.extend({ birthdate: Birthdate }).safeParse(wrong);
    expect(error && listIssues(error).map(({ path }) => path)).toEqual([
      "dogName",
      "birthdate",
      "ownerName",
      "color",
    ]);
  });
});

describe("an ad patch", () => {
  const id = first[0];

  test("accepts any subset and adds no fields", () => {
    expect(AdPatch.parse({ id })).toEqual({ id });
    expect(AdPatch.parse({ id, studFee: 5 })).toEqual({ id, studFee: 5 });
  });

  test("can clear only the phone, with null or an empty string", () => {
    expect(AdPatch.parse({ id, ownerPhone: null })).toEqual({ id, ownerPhone: null });
    expect(AdPatch.parse({ id, ownerPhone: "" })).toEqual({ id, ownerPhone: null });
    expect(AdPatch.safeParse({ id, dogName: null }).success).toBe(false);
    expect(AdPatch.safeParse({ id, images: [] }).success).toBe(false);
  });

  test("refuses unknown fields", () => {
    const { error } = AdPatch.safeParse({ id, userId: first[0] });
    expect(error && listIssues(error)).toEqual([
      { path: "userId", message: "Unknown field: userId" },
    ]);
  });
});

describe("a search", () => {
  test.each([[{}], [{ breed: "", state: "", cursor: "" }]])(
    "with %j has no filter and 100 ads per page",
    (input) => {
      const { breed, state, cursor, limit } = AdSearchInput.parse(input);
      expect({ breed, state, cursor, limit }).toEqual({ limit: 100 });
    },
  );

  test("accepts filters, a limit and a cursor", () => {
    const cursor = encodeCursor({ createdAt: "2026-11-21T08:00:00.000Z", id: first[0] });
    const input = { breed: "Poodle (Toy)", state: "NY", limit: 200, cursor };
    expect(AdSearchInput.parse(input)).toEqual({
      ...input,
      breed: ["Poodle (Toy)"],
      state: ["NY"],
    });
  });

  test("takes several breeds and states, each once, and ignores empty ones", () => {
    const input = { breed: ["Boxer", "", "Pug", "Boxer"], state: ["TX"] };
    expect(AdSearchInput.parse(input)).toEqual({
      breed: ["Boxer", "Pug"],
      state: ["TX"],
      limit: 100,
    });
    expect(AdSearchInput.parse({ breed: [""], state: [] })).toEqual({ limit: 100 });
    expect(AdSearchInput.parse({ breed: BREEDS.slice(0, 10) }).breed).toHaveLength(10);
  });

  const BREED = "Breed must be one of the listed breeds";
  const STATE = "State must be one of the 50 state codes, like TX";

  test.each([
    ["breed", "boxer", BREED],
    ["breed.1", ["Boxer", "Dragon"], BREED],
    ["breed", 7, BREED],
    ["breed", [7], BREED],
    ["breed", BREEDS.slice(0, 11), "A search can name up to 10 breeds"],
    ["state", "tx", STATE],
    ["state", "DC", STATE],
    ["state", 7, STATE],
    ["limit", 201, "Limit must be a whole number from 1 to 200"],
    ["breeds", "Boxer", "Unknown field: breeds"],
  ])("is refused if %s is %j", (path, value, message) => {
    const { error } = AdSearchInput.safeParse({ [path.split(".")[0] ?? ""]: value });
    expect(error && listIssues(error)).toEqual([{ path, message }]);
  });

  test("has its values and '' in the JSON schema", () => {
    const { properties } = z.toJSONSchema(AdSearchInput, { io: "input" });
    expect(properties).toMatchObject({
      breed: { anyOf: [{ enum: [...BREEDS, ""] }, { items: { enum: [...BREEDS, ""] } }] },
      state: { anyOf: [{ enum: [...STATE_CODES, ""] }, { maxItems: 10 }] },
    });
  });
});
