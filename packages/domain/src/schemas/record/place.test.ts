import { expect, test } from "vitest";
import { issuesOf, parseRecord } from "../../../test/record-changes.ts";

test.each(["59715", "00501", " 59715\n"])("accepts the ZIP code %j", (zip) => {
  expect(parseRecord({ place: { zip } })).toEqual({ place: { zip: zip.trim() } });
});

test.each([
  ["5971", "ZIP code must be five digits"],
  ["597155", "ZIP code must be five digits"],
  ["59715-1234", "ZIP code must be five digits"],
  ["٥٩٧١٥", "ZIP code must be five digits"],
  ["5971O", "ZIP code must be five digits"],
  ["5971\0", "ZIP code must be five digits"],
  [59715, "ZIP code must be text"],
  [["59715"], "ZIP code must be text"],
])("refuses the ZIP code %j: %s", (zip, message) => {
  expect(issuesOf({ place: { zip } })).toEqual([{ path: "place.zip", message }]);
});

test.each(["Bozeman", "", null, 7, ["Bozeman"], { name: "Bozeman" }])(
  "ignores the city %j",
  (city) => {
    expect(parseRecord({ place: { zip: "59715", city } })).toEqual({ place: { zip: "59715" } });
    expect(parseRecord({ place: { city } })).toEqual({ place: null });
  },
);

test("has no other fields", () => {
  const message = "Unknown field: latitude";
  expect(issuesOf({ place: { zip: "59715", latitude: 45.7 } })).toEqual([
    { path: "place.latitude", message },
  ]);
});
