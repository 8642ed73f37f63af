import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { dropEmptyParts } from "./ad-changes.ts";
import { adFormSchema } from "./ad-form-values.ts";
import { toCopyValues } from "./copy-ad.ts";

test("a copy claims nothing that is only true of the other dog", () => {
  const ad = {
    ...fakeAd(1),
    record: {
      identity: {
        registeredName: "Bell Ringer",
        registry: "AKC" as const,
        registrationNumber: "WS1",
        dnaProfileNumber: "V1",
        color: "Brindle",
        kennelName: "Juniper Ridge",
      },
      titles: { prefix: "GCH" },
      place: { zip: "76701", city: "Waco" },
      pedigree: { ancestors: { sire: "Harvest Moon" } },
      health: {
        chicNumber: "1",
        tests: [
          {
            test: "hips" as const,
            registry: "OFA" as const,
            result: "Good",
            number: "BX-1",
            date: "2025-03-03",
          },
        ],
      },
      breeding: {
        proven: true,
        methods: ["chilled" as const],
        brucellosisTestDate: "2026-10-08",
        semenAnalysisDate: "2026-03-02",
      },
      terms: { deposit: 200 },
      availability: { status: "frozen-only" as const, since: "2026-01-01" },
    },
  };
  const values = toCopyValues(ad);
  expect(values).toMatchObject({ dogName: "", birthdate: "", breed: ad.breed, studFee: "1200" });
  const filled = { ...values, dogName: "Rex", birthdate: "2024-01-01" };
  const { record } = dropEmptyParts(adFormSchema("2026-11-21").parse(filled));
  expect(record).toEqual({
    identity: { registry: "AKC", kennelName: "Juniper Ridge" },
    place: { zip: "76701" },
    breeding: { methods: ["chilled"] },
    terms: { deposit: 200 },
  });
});
