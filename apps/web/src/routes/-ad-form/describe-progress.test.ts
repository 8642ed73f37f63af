import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { describeEdits, describeNewAd } from "./describe-progress.ts";
import type { ListedPhoto, PhotoList } from "./photo-list.ts";
import { EMPTY_TEST } from "./record/health.ts";

const values = toFormValues(fakeAd(1));
const uploaded: ListedPhoto = { key: 1, state: { kind: "uploaded", url: "/1" } };
const uploading: ListedPhoto = { key: 2, state: { kind: "uploading", fraction: 0.5 } };

const say = (typed = values, list: PhotoList = [uploaded], problems: string[] = []) => {
  const { lead = "", text } = describeNewAd({
    ...{ values: typed, list, problems },
    submitLabel: "Create Listing",
  });
  return `${lead} ${text}`.trim();
};

test("asks for a photo first, without which the button is disabled", () => {
  expect(say(EMPTY_VALUES, [])).toBe("Add at least one photo, then you can press Create Listing.");
});

test("names what is missing, but not the optional fields", () => {
  expect(say(EMPTY_VALUES)).toBe("Still needed: dog name, breed, state and 5 more.");
  expect(say({ ...values, breed: "", ownerEmail: " ", ownerPhone: "", zip: "" })).toBe(
    "Still needed: breed and owner email.",
  );
});

test("is ready, also while photos are uploading", () => {
  expect(say()).toBe("Ready to publish.");
  expect(say(values, [uploaded, uploading])).toBe("Ready to publish. Photo 2 is still uploading.");
  expect(say(values, [uploading, uploading])).toBe(
    "Ready to publish. 2 photos are still uploading.",
  );
});

test("is not ready while a value is invalid", () => {
  const invalid = "Owner email must be a valid email address";
  expect(say(values, [uploaded], [invalid])).toBe(`${invalid}.`);
  expect(say(values, [uploaded], [invalid, "x"])).toBe(`${invalid}, and 1 more to correct.`);
  expect(say({ ...values, breed: "" }, [uploaded], ["Breed is required"])).toBe(
    "Still needed: breed.",
  );
});

test("says which tests are not sent", () => {
  const tests = [
    { ...EMPTY_TEST, test: "hips" as const },
    { ...EMPTY_TEST, number: "BX-1" },
    { ...EMPTY_TEST, number: "BX-1", result: "Good" },
  ];
  const record = { ...values.record, health: { tests, chicNumber: "" } };
  expect(say({ ...values, record })).toBe(
    "Ready to publish. 1 health test has no result and will not be shown.",
  );
});

test("names the changes of an ad", () => {
  const state = { values, list: [uploaded], problems: [], submitLabel: "Update Listing" };
  const sayEdits = (changes: string[]) => describeEdits(state, changes);
  expect(sayEdits([])).toEqual({ text: "No changes yet." });
  expect(sayEdits(["deposit", "litters sired"])).toEqual({
    lead: "2 changes not saved:",
    text: "deposit and litters sired.",
  });
  expect(sayEdits(["a", "b", "c", "d", "e"]).text).toBe("a, b, c and 2 more.");
});
