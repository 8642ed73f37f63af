import { BREEDS } from "@studbook/domain/breeds";
import { z } from "@studbook/domain/schemas/z";
import { expect, test } from "vitest";
import { generateDemo } from "./demo-data.ts";
import { demoPhotoId, findPortrait } from "./photo-id.ts";
import { ASPECTS } from "./portraits/aspects.ts";
import { countVariants, TAKES } from "./portraits/draw-portrait.ts";

test("a photo ID identifies its portrait", () => {
  const adId = "0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e";
  for (const breed of BREEDS) {
    for (const take of TAKES) {
      for (let variant = 0; variant < countVariants(breed); variant++) {
        for (const aspect of ASPECTS) {
          const job = { breed, take, variant, aspect };
          expect(findPortrait(demoPhotoId(adId, job))).toEqual(job);
        }
      }
    }
  }
});

test("every demo photo has a unique UUID", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  const { ads } = generateDemo({ seed: 43, now, clubTests: new Map() });
  const ids = ads.flatMap(({ id, photos }) => photos.map((job) => demoPhotoId(id, job)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(z.uuid({ version: "v8" }).parse(id)).toBe(id);
});

test("a photo ID of an earlier version is that of a photo in 4:3", () => {
  expect(findPortrait("de304f20-8a11-8c7b-8f2e-6d1a2b3c4d5e")).toEqual({
    breed: "Other",
    take: 2,
    variant: 0,
    aspect: "4:3",
  });
});

test.each([
  "0192f0c4-8a11-4c7b-8f2e-6d1a2b3c4d5e",
  "de30ff10-8a11-8c7b-8f2e-6d1a2b3c4d5e",
  "de300010-8a11-4c7b-8f2e-6d1a2b3c4d5e",
  "de300040-8a11-8c7b-8f2e-6d1a2b3c4d5e",
  "de30001f-8a11-8c7b-8f2e-6d1a2b3c4d5e",
  "de360010-8a11-8c7b-8f2e-6d1a2b3c4d5e",
  "",
])("%j is not the ID of a demo photo", (id) => {
  expect(findPortrait(id)).toBeUndefined();
});
