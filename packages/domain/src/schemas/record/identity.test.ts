import { describe, expect, test } from "vitest";
import { issuesOf, parseRecord } from "../../../test/record-changes.ts";

const WEIGHT = "Weight must be a number from 1 to 300 in steps of 0.5";
const HEIGHT = "Height must be a number from 1 to 45 in steps of 0.5";
const REGISTRY = "Registry must be one of: AKC, UKC, CKC, FCI, other";
const NAME_CHARACTERS = "Registered name must be one line without control characters";

describe("an identity", () => {
  test.each([
    ["registeredName", "N".repeat(100)],
    ["registeredName", "🐕".repeat(100)],
    ["registeredName", "נסיך הירדן"],
    ["registeredName", "\u200fأمير الصحراء"],
    ["registeredName", "👩‍🚀 Ünï's 犬"],
    ["registeredName", "<b>Rex</b> \\ \" '; --"],
    ["registry", "AKC"],
    ["registry", "other"],
    ["registrationNumber", "S".repeat(24)],
    ["dnaProfileNumber", "V".repeat(24)],
    ["color", "c".repeat(60)],
    ["weightPounds", 1],
    ["weightPounds", 1.5],
    ["weightPounds", 300],
    ["heightInches", 1],
    ["heightInches", 23.5],
    ["heightInches", 45],
    ["microchipped", true],
    ["microchipped", false],
    ["kennelName", "K".repeat(80)],
  ])("can have the %s %j", (field, value) => {
    const record = { identity: { [field]: value } };
    expect(parseRecord(record)).toEqual(record);
  });

  test.each([
    ["registeredName", "N".repeat(101), "Registered name must be at most 100 characters"],
    ["registeredName", "🐕".repeat(101), "Registered name must be at most 100 characters"],
    ["registeredName", 7, "Registered name must be text"],
    ["registeredName", ["Rex"], "Registered name must be text"],
    ["registeredName", {}, "Registered name must be text"],
    ["registeredName", "Rex\nof", NAME_CHARACTERS],
    ["registeredName", "Rex\u0007", NAME_CHARACTERS],
    ["registeredName", "Rex\u202egod", NAME_CHARACTERS],
    ["registeredName", "Rex\u2066", NAME_CHARACTERS],
    ["registeredName", "Rex\0", "Registered name contains characters that cannot be stored"],
    ["registeredName", "\0", "Registered name contains characters that cannot be stored"],
    ["registeredName", "Rex\ud83d", "Registered name contains characters that cannot be stored"],
    ["registry", "akc", REGISTRY],
    ["registry", 1, REGISTRY],
    ["registry", ["AKC"], REGISTRY],
    ["registrationNumber", "S".repeat(25), "Registration number must be at most 24 characters"],
    ["registrationNumber", 81234503, "Registration number must be text"],
    ["dnaProfileNumber", "V".repeat(25), "DNA profile number must be at most 24 characters"],
    ["color", "c".repeat(61), "Color must be at most 60 characters"],
    ["weightPounds", 0.5, WEIGHT],
    ["weightPounds", 300.5, WEIGHT],
    ["weightPounds", 70.25, WEIGHT],
    ["weightPounds", 70.0000001, WEIGHT],
    ["weightPounds", -1e308, WEIGHT],
    ["weightPounds", "70", WEIGHT],
    ["heightInches", 0, HEIGHT],
    ["heightInches", 45.5, HEIGHT],
    ["heightInches", 23.4, HEIGHT],
    ["heightInches", [23], HEIGHT],
    ["microchipped", "yes", "Microchipped must be true or false"],
    ["microchipped", 1, "Microchipped must be true or false"],
    ["kennelName", "K".repeat(81), "Kennel name must be at most 80 characters"],
    ["nickname", "Rex", "Unknown field: nickname"],
  ])("cannot have the %s %j: %s", (field, value, message) => {
    expect(issuesOf({ identity: { [field]: value } })).toEqual([
      { path: `identity.${field}`, message },
    ]);
  });
});

describe("titles", () => {
  test("are trimmed", () => {
    const titles = { prefix: " GCH ", suffix: "\tJH CGC\n" };
    expect(parseRecord({ titles })).toEqual({ titles: { prefix: "GCH", suffix: "JH CGC" } });
  });

  test("have their own limits", () => {
    const limit = { prefix: "P".repeat(80), suffix: "S".repeat(120) };
    expect(issuesOf({ titles: limit })).toEqual([]);
    const titles = { prefix: `${limit.prefix}P`, suffix: `${limit.suffix}S`, middle: "M" };
    expect(issuesOf({ titles })).toEqual([
      { path: "titles.prefix", message: "Titles before the name must be at most 80 characters" },
      { path: "titles.suffix", message: "Titles after the name must be at most 120 characters" },
      { path: "titles.middle", message: "Unknown field: middle" },
    ]);
  });
});
