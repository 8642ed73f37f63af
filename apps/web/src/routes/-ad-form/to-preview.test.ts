import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { toPreview } from "./to-preview.ts";

const nothing = { city: undefined, image: undefined };

test("an incomplete ad has no card", () => {
  const values = toFormValues(fakeAd(1));
  for (const name of ["breed", "state", "birthdate"])
    expect(toPreview({ ...values, [name]: "" }, nothing)).toBeUndefined();
  expect(toPreview(EMPTY_VALUES, nothing)).toBeUndefined();
});

test("an ad without a record has only what every card has", () => {
  const values = { ...toFormValues(fakeAd(1)), dogName: " ", studFee: "free" };
  expect(toPreview(values, nothing)).toEqual({
    id: "preview",
    dogName: "Dog name",
    breed: "Boxer",
    state: "TX",
    birthdate: "2022-05-14",
    studFee: 0,
    image: null,
  });
});

test("the card has the summary of the record", () => {
  const ad = {
    ...fakeAd(1),
    record: {
      titles: { prefix: "GCH" },
      health: { tests: [{ test: "hips" as const, registry: "OFA" as const, result: "Good" }] },
      breeding: { proven: false, methods: ["natural" as const] },
      availability: { status: "frozen-only" as const, since: "2026-01-01" },
    },
  };
  expect(toPreview(toFormValues(ad), { city: "Waco", image: "/1" })).toMatchObject({
    image: "/1",
    city: "Waco",
    titles: { prefix: "GCH" },
    proven: false,
    methods: ["natural"],
    testsStated: 1,
    availability: { status: "frozen-only", since: "2026-01-01" },
  });
});
