import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { canReplace, formatSavedAt, readAdDraft } from "./ad-draft.ts";
import { EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { EMPTY_TEST } from "./record/health.ts";

const draft = { values: toFormValues(fakeAd(1)), images: ["/photos/1"], basedOn: null };

test("reads what was stored", () => {
  const values = {
    ...draft.values,
    record: {
      ...draft.values.record,
      health: { chicNumber: "1", tests: [{ ...EMPTY_TEST, test: "hips", result: "Good" }] },
    },
  };
  const stored = JSON.parse(JSON.stringify({ ...draft, values }));
  expect(readAdDraft(stored)).toEqual({ ...draft, values });
});

test("completes a draft of a release whose form had other fields", () => {
  const values = {
    dogName: "Rex",
    gone: "x",
    record: { identity: { color: "Fawn" }, health: { tests: [{ test: "hips" }] } },
  };
  const read = readAdDraft({ ...draft, values });
  expect(read?.values).toEqual({
    ...EMPTY_VALUES,
    dogName: "Rex",
    record: {
      ...EMPTY_VALUES.record,
      identity: { ...EMPTY_VALUES.record.identity, color: "Fawn" },
      health: { chicNumber: "", tests: [{ ...EMPTY_TEST, test: "hips" }] },
    },
  });
});

test.each([
  [undefined],
  [null],
  ["text"],
  [{ ...draft, images: [1] }],
  [{ ...draft, values: { dogName: 1 } }],
  [{ ...draft, values: { record: { identity: { registry: "XYZ" } } } }],
])("ignores %j", (stored) => {
  expect(readAdDraft(stored)).toBeUndefined();
});

test("a draft replaces what the browser has restored, but nothing else that was typed", () => {
  const { values } = draft;
  const restored = { ...EMPTY_VALUES, dogName: values.dogName };
  expect(canReplace(EMPTY_VALUES, EMPTY_VALUES, values)).toBe(true);
  expect(canReplace(restored, EMPTY_VALUES, values)).toBe(true);
  expect(canReplace({ ...restored, studFee: "1" }, EMPTY_VALUES, values)).toBe(false);
});

test("formats the time, with the day unless it is today", () => {
  const saved = new Date(2026, 10, 21, 10, 42);
  expect(formatSavedAt(saved, new Date(2026, 10, 21, 23, 59))).toBe("10:42 AM");
  expect(formatSavedAt(saved, new Date(2026, 10, 22, 0, 1))).toBe("Nov 21, 10:42 AM");
});
