import { expect, test } from "vitest";
import { issuesOf, parseRecord } from "../../../test/record-changes.ts";
import { ANCESTOR_PATHS } from "../../record/ancestors.ts";

const COI = "COI must be a percentage from 0 to 100 with at most two decimals";
const METHOD = "COI method must be one of: pedigree, genomic";
const METHOD_MISSING = "COI method is required: pedigree or genomic";
const GENERATIONS = "COI generations must be a whole number from 1 to 20";
const GENERATIONS_OF_PEDIGREE = "COI generations are only possible with the COI method pedigree";

test("accepts the names of all 14 ancestors", () => {
  const ancestors = Object.fromEntries(
    ANCESTOR_PATHS.map((path, n) => [path, n % 2 ? "N".repeat(100) : "CH שם 🐕"]),
  );
  expect(parseRecord({ pedigree: { ancestors } })).toEqual({ pedigree: { ancestors } });
});

test("drops ancestors without a name", () => {
  const ancestors = { sire: " Scout ", dam: "", "sire.dam": null, "dam.dam.dam": " \u200b" };
  expect(parseRecord({ pedigree: { ancestors } })).toEqual({
    pedigree: { ancestors: { sire: "Scout" } },
  });
  expect(parseRecord({ pedigree: { ancestors: { sire: null } } })).toEqual({ pedigree: null });
});

test.each([
  [{ sire: "N".repeat(101) }, "sire", "Sire must be at most 100 characters"],
  [{ "sire.dam.sire": 7 }, "sire.dam.sire", "Sire's dam's sire must be text"],
  [{ dam: "Rose\u2028" + "x" }, "dam", "Dam must be one line without control characters"],
  [{ "sire.sire.sire.sire": "x" }, "sire.sire.sire.sire", "Unknown field: sire.sire.sire.sire"],
  [{ "sire.cousin": null }, "sire.cousin", "Unknown field: sire.cousin"],
])("refuses the ancestors %j", (ancestors, path, message) => {
  expect(issuesOf({ pedigree: { ancestors } })).toEqual([
    { path: `pedigree.ancestors.${path}`, message },
  ]);
});

test.each(["Scout", 7, [], ["Scout"]])("refuses %j for the ancestors", (ancestors) => {
  expect(issuesOf({ pedigree: { ancestors } })).toEqual([
    { path: "pedigree.ancestors", message: "Send the fields as a JSON object" },
  ]);
});

test("accepts every percentage in hundredths, as JSON writes it", () => {
  const refused = Array.from({ length: 10_001 }, (_, n) => Number((n / 100).toFixed(2))).filter(
    (coiPercent) => issuesOf({ pedigree: { coiPercent, coiMethod: "genomic" } }).length > 0,
  );
  expect(refused).toEqual([]);
});

test.each([
  { coiMethod: "pedigree" },
  { coiMethod: "genomic" },
  { coiPercent: 6.2, coiMethod: "genomic" },
  { coiPercent: 6.2, coiMethod: "pedigree", coiGenerations: 1 },
  { coiMethod: "pedigree", coiGenerations: 20 },
])("accepts %j", (pedigree) => {
  expect(parseRecord({ pedigree })).toEqual({ pedigree });
});

test.each([
  [{ coiPercent: -0.01, coiMethod: "genomic" }, [["coiPercent", COI]]],
  [{ coiPercent: 100.01, coiMethod: "genomic" }, [["coiPercent", COI]]],
  [{ coiPercent: 6.201, coiMethod: "genomic" }, [["coiPercent", COI]]],
  [{ coiPercent: 6.2000000001, coiMethod: "genomic" }, [["coiPercent", COI]]],
  [{ coiPercent: "6.2", coiMethod: "genomic" }, [["coiPercent", COI]]],
  [{ coiPercent: 6.2, coiMethod: "guess" }, [["coiMethod", METHOD]]],
  [{ coiPercent: 6.2 }, [["coiMethod", METHOD_MISSING]]],
  [{ coiPercent: 0 }, [["coiMethod", METHOD_MISSING]]],
  [{ coiPercent: 6.2, coiMethod: null }, [["coiMethod", METHOD_MISSING]]],
  [{ coiMethod: "pedigree", coiGenerations: 0 }, [["coiGenerations", GENERATIONS]]],
  [{ coiMethod: "pedigree", coiGenerations: 21 }, [["coiGenerations", GENERATIONS]]],
  [{ coiMethod: "pedigree", coiGenerations: 1.5 }, [["coiGenerations", GENERATIONS]]],
  [{ coiMethod: "genomic", coiGenerations: 5 }, [["coiGenerations", GENERATIONS_OF_PEDIGREE]]],
  [{ coiGenerations: 5 }, [["coiGenerations", GENERATIONS_OF_PEDIGREE]]],
  [
    { url: "http://example.com", coiPercent: 140, coiGenerations: 5 },
    [
      ["url", "Link to the pedigree must be a link that starts with https://"],
      ["coiPercent", COI],
      ["coiMethod", METHOD_MISSING],
      ["coiGenerations", GENERATIONS_OF_PEDIGREE],
    ],
  ],
])("refuses %j, with all issues together", (pedigree, issues) => {
  expect(issuesOf({ pedigree })).toEqual(
    issues.map(([field, message]) => ({ path: `pedigree.${field}`, message })),
  );
});
